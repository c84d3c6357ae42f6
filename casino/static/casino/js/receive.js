// Receiving decks: a row for each carton, and what differs from the invoice, while it is typed.

const form = document.querySelector("form.receive");
const list = form.querySelector("[data-cartons]");
const more = form.querySelector("[data-add-carton]");
const rows = () => [...list.querySelectorAll("[data-carton]")];
const sealOf = (row) => row.querySelector("input[name$='-seal']");

// ── cartons: a scanner ends each seal with Enter ──

function addCarton() {
  const last = rows().at(-1);
  const row = last.cloneNode(true);
  const [was, now] = [sealOf(last).name.split("-")[0], `c${rows().length + Date.now() % 100 * 100}`];
  for (const part of row.querySelectorAll("[name], label, .error")) {
    if (part.matches(".error")) part.remove();
    if (part.name) part.name = part.name.replace(was, now);
    if (part.id) part.id = part.id.replace(was, now);
    if (part.htmlFor) part.htmlFor = part.htmlFor.replace(was, now);
    if (part.matches("input")) part.value = "";
    if (part.matches("select")) part.selectedIndex = 0;
    part.removeAttribute("aria-invalid");
    part.removeAttribute("aria-describedby");
  }
  list.append(row);
  return row;
}

more.hidden = false;
more.addEventListener("click", () => sealOf(addCarton()).focus());
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input[name$='-seal']")) return;
  event.preventDefault();
  const next = rows()[rows().indexOf(event.target.closest("[data-carton]")) + 1];
  if (event.target.value.trim()) sealOf(next ?? addCarton()).focus();
});

// ── counted against invoiced ──

const numberIn = (name) => {
  const text = form.elements[name].value.trim();
  return /^\d+$/.test(text) ? Number(text) : null;
};

function compare(name, word) {
  const said = form.querySelector(`[data-difference="${name}"]`);
  const [came, billed] = [numberIn(name), numberIn(`invoiced_${name}`)];
  const off = came === null || billed === null ? null : came - billed;
  said.dataset.state = off === null ? "" : off === 0 ? "same" : "differs";
  said.textContent = off === null ? "" : off === 0 ? "As invoiced" : `${Math.abs(off)} ${word}${Math.abs(off) === 1 ? "" : "s"} ${off > 0 ? "more" : "fewer"} than invoiced`;
}

function refresh() {
  compare("singles", "single deck");
  compare("sets", "set");
  const [singles, sets, size] = ["singles", "sets", "set_size"].map(numberIn);
  const known = singles !== null && sets !== null && (sets === 0 || size !== null);
  const total = form.querySelector("[data-total]");
  total.textContent = known ? singles + sets * (size ?? 1) : "not counted";
  total.classList.toggle("unknown", !known);
}

form.addEventListener("input", refresh);
refresh();
