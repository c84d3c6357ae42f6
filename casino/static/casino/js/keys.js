// Shortcuts. They are off while somebody types, while a dialog is open, and wherever this device says so.

const help = document.getElementById("help");
const choice = document.getElementById("single-keys");
const STORE = "pitkeeper.single-keys";
let goPressedAt = -Infinity;

choice.checked = localStorage.getItem(STORE) !== "off";
choice.addEventListener("change", () => localStorage.setItem(STORE, choice.checked ? "on" : "off"));

function typing(target) {
  return target.matches("input, select, textarea, [contenteditable]") || document.querySelector("dialog:modal") !== null;
}

function openHelp() {
  for (const line of help.querySelectorAll("[data-needs]")) line.hidden = !document.querySelector(line.dataset.needs);
  help.showModal();
}

function rowHandle(row) {
  return row.matches("a, button") ? row : row.querySelector("a, button") ?? row;
}

function move(by) {
  const rows = [...document.querySelectorAll("main [data-row]")].filter((row) => row.checkVisibility());
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[here < 0 ? (by > 0 ? 0 : rows.length - 1) : here + by];
  if (!next) return;
  rowHandle(next).focus();
  next.scrollIntoView({ block: "nearest" });
}

function openActions() {
  const thing = document.activeElement.closest("[data-row]") ?? document.querySelector("main");
  const handle = thing.querySelector("[data-actions]");
  handle?.focus();
  handle?.click();
}

function go(key) {
  const place = [...document.querySelectorAll(".rail [data-key]")].find((link) => link.dataset.key === key);
  if (place) location.assign(place.href);
  return Boolean(place);
}

const single = {
  "?": openHelp,
  "/": () => document.dispatchEvent(new Event("palette:open")),
  j: () => move(1),
  k: () => move(-1),
  ".": openActions,
  g: () => (goPressedAt = performance.now()),
};

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    document.dispatchEvent(new Event("palette:open"));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !choice.checked || typing(event.target)) return;
  const going = performance.now() - goPressedAt < 1_500;
  goPressedAt = -Infinity;
  if (going && go(event.key)) return event.preventDefault();
  if (!Object.hasOwn(single, event.key)) return;
  event.preventDefault();
  single[event.key]();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-help-open]")) return;
  event.preventDefault();
  document.querySelector(".menu:popover-open")?.hidePopover();
  openHelp();
});
