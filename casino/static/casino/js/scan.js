// The scan box always listens: a scanner is a keyboard that types a code and presses Enter.

const box = document.getElementById("scan");
const CODE_STARTS = /^[dD0-9]$/;
let goPressedAt = -Infinity;

const busy = () => document.querySelector("dialog:modal, :popover-open") !== null;
const typing = (target) => target.matches("input, select, textarea, [contenteditable]");

function toBox() {
  box.focus();
  box.select();
}

// What a scanner types while nothing has the focus belongs into the box, not to the shortcuts.
function catchScan(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || busy() || typing(event.target)) return;
  const going = performance.now() - goPressedAt < 1_500;
  goPressedAt = event.key === "g" ? performance.now() : -Infinity;
  if (!going && CODE_STARTS.test(event.key)) toBox(); // the key itself arrives in the box
}

// Enter in a field of a movement goes on to what is still empty, so that a seal can be scanned
// after a label; where nothing is missing it does the step, or asks for the second person.
function onward(event) {
  const field = event.target;
  const form = field.closest("form[data-move]");
  if (!form || event.isComposing || !field.matches("input:not([type=checkbox], [type=radio])") || field.closest("dialog")) return;
  event.preventDefault();
  const empty = [...form.elements].find((each) => each.matches("input[required]") && !each.closest("dialog") && !isFilled(form, each));
  if (empty && empty !== field) empty.focus();
  else form.querySelector("[data-sign], .action-bar button").click();
}

function isFilled(form, field) {
  if (!["checkbox", "radio"].includes(field.type)) return field.value.trim() !== "";
  return [...form.elements].some((each) => each.name === field.name && each.checked);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") return onward(event);
  if (!box) return;
  if (event.key === "Escape" && !busy() && event.target !== box) {
    event.preventDefault();
    toBox();
  } else catchScan(event);
});

// Enter once more, with nothing to scan, goes on to the step of what is in hand.
box?.form.addEventListener("submit", (event) => {
  if (box.value.trim()) return;
  event.preventDefault();
  const fields = "input:not([type=hidden], dialog *), select, textarea, button:not(dialog *)";
  document.querySelector("form[data-move]")?.querySelector(fields)?.focus();
});

// After a bad scan the words stay, chosen whole, so that the next scan replaces them.
if (box && document.activeElement === box) box.select();
