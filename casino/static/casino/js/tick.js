// A scanner types and presses Enter: what it read is ticked in the list below, and nothing is sent yet.

const box = document.querySelector("[data-picks]");
const field = box?.querySelector("[data-pick]");
const said = box?.querySelector("[role=status]");
const form = box?.closest("form");
const boxes = () => [...form.querySelectorAll("input[type=checkbox][name=deck]:not(:disabled)")];
const namesOf = (tick) => [tick.value, ...(tick.dataset.also ?? "").split(" ")].filter(Boolean);

// The code on a label opens the passport: its address ends with the code.
const plain = (text) => text.trim().replace(/\/+$/, "").split("/").pop().toUpperCase();

function say(meaning, words) {
  const status = document.createElement("span");
  status.className = `status ${meaning}`;
  status.textContent = words;
  said.replaceChildren(status);
}

function count() {
  const picked = boxes().filter((tick) => tick.checked).length;
  form.querySelectorAll("[data-picked]").forEach((out) => { out.value = picked; });
}

function pick() {
  const name = plain(field.value);
  const tick = boxes().find((one) => namesOf(one).some((known) => known.toUpperCase() === name));
  field.value = "";
  if (!name) return;
  if (!tick) return say("act", `${name} is not on this list`);
  say(tick.checked ? "info" : "ok", tick.checked ? `${name} was ticked before` : `${name} ticked`);
  tick.checked = true;
  tick.scrollIntoView({ block: "nearest" });
  count();
}

function prepare() {
  box.hidden = false;
  field.focus();
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    pick();
  });
  box.querySelector("[data-pick-all]").addEventListener("click", () => {
    boxes().forEach((tick) => { tick.checked = true; });
    count();
    say("info", "All are ticked");
  });
  form.addEventListener("change", count);
  count();
}

if (box) prepare();
