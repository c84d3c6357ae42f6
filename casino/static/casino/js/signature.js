// The second person signs in a dialog that shows what is signed. Without script the dialog's
// fields are a plain part of the form (see components.css), so the server never needs to know.

// What a person reads in the form, in the same words: [name, value], or nothing for what is not shown.
function spoken(control) {
  const label = wordsOf(control);
  const group = control.closest("fieldset");
  const legend = group?.querySelector("legend")?.textContent;
  if (!label || !control.name || ["password", "hidden"].includes(control.type)) return null;
  if (group?.dataset.stored !== undefined) return control === boxesOf(group)[0] ? [legend, changes(group)] : null;
  if (group?.dataset.chosen !== undefined) return control === boxesOf(group)[0] ? [legend, chosen(group)] : null;
  if (control.type === "checkbox") return [label, control.checked ? "yes" : "no"];
  if (control.type === "radio") return control.checked ? [legend, label] : null;
  return [label, control.selectedOptions?.[0]?.text ?? control.value];
}

const wordsOf = (control) => control.labels?.[0]?.textContent.trim();
const boxesOf = (group) => [...group.querySelectorAll("[type=checkbox]")];

// A group of many to choose from is signed for how many, and which.
function chosen(group) {
  const codes = boxesOf(group).filter((box) => box.checked).map((box) => box.value);
  return codes.length ? `${codes.length}: ${codes.join(", ")}` : "none";
}

// A group that names what is stored is signed for what changes in it.
function changes(group) {
  const stored = group.dataset.stored.split(" ");
  const named = (boxes) => boxes.map(wordsOf).join(", ");
  const added = named(boxesOf(group).filter((box) => box.checked && !stored.includes(box.value)));
  const removed = named(boxesOf(group).filter((box) => !box.checked && stored.includes(box.value)));
  return [added && `new: ${added}`, removed && `removed: ${removed}`].filter(Boolean).join("; ") || "nothing changes";
}

function echo(form, dialog) {
  const list = dialog.querySelector("[data-sign-echo]");
  list.replaceChildren();
  for (const control of form.elements) {
    const words = dialog.contains(control) ? null : spoken(control);
    if (!words) continue;
    const [term, detail] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = words[0] ?? "";
    detail.textContent = words[1] || "empty";
    list.append(term, detail);
  }
}

function show(dialog) {
  const form = dialog.closest("form");
  echo(form, dialog);
  dialog.showModal();
  const [badge, pin] = ["second_badge", "second_pin"].map((name) => form.elements[name]);
  (badge.value ? pin : badge).focus();
}

function ask(event) {
  const opener = event.target.closest("[data-sign]");
  if (!opener) return;
  event.preventDefault();
  const dialog = opener.form.querySelector("dialog.signature"); // its own: a page may have several
  const others = [...opener.form.elements].filter((control) => !dialog.contains(control));
  if (others.every((control) => control.reportValidity())) show(dialog);
}

function press(key, field) {
  if (key.dataset.digit) field.value += key.dataset.digit;
  else field.value = "erase" in key.dataset ? field.value.slice(0, -1) : "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function prepare(dialog) {
  const form = dialog.closest("form");
  const pin = form.elements.second_pin;
  const keypad = dialog.querySelector(".keypad");
  const touch = document.documentElement.dataset.density === "touch";
  let field = form.elements.second_badge;
  keypad.hidden = !touch;
  if (touch) pin.inputMode = "none"; // our keypad, not the tablet's on top of it
  dialog.addEventListener("focusin", ({ target }) => { if (target.matches("input")) field = target; });
  keypad.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  keypad.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (key) press(key, field);
  });
  dialog.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    pin.value = "";
    form.querySelector("[data-sign]")?.focus();
  });
  // It came back unsigned. Errors elsewhere in the form must be mended before anybody signs.
  const othersWrong = [...form.querySelectorAll("[aria-invalid='true']")].some((control) => !dialog.contains(control));
  if (dialog.hasAttribute("data-open") && !othersWrong) show(dialog);
}

document.addEventListener("click", ask);
document.querySelectorAll("dialog.signature").forEach(prepare);
// A live page brings new ones.
document.addEventListener("htmx:afterSwap", ({ target }) => target.querySelectorAll("dialog.signature").forEach(prepare));
