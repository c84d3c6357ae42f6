// Ctrl-K: places of the rail, filtered here, and what the server finds. ARIA combobox with a listbox.

const dialog = document.getElementById("palette");
const input = document.getElementById("palette-input");
const places = document.getElementById("palette-places");
const found = document.getElementById("palette-found");
const none = document.getElementById("palette-none");
let chosen = null;
let asking = false; // the server has not answered yet

const options = () => [...dialog.querySelectorAll("[role=option]")].filter((option) => !option.hidden);

function makeOption(link, id) {
  link.id = id;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  return link;
}

function copyPlaces() {
  const links = [...document.querySelectorAll(".rail a[href]")].map((place, index) => {
    const link = document.createElement("a");
    link.className = "result";
    link.href = place.href;
    link.append(...[...place.children].filter((child) => !child.matches("kbd")).map((child) => child.cloneNode(true)));
    const group = document.createElement("small");
    group.textContent = place.dataset.place;
    link.append(group);
    return makeOption(link, `palette-place-${index}`);
  });
  places.replaceChildren(...links);
}

// The server sends plain lists of links; only an option may stand in a listbox.
function adoptFound() {
  found.querySelectorAll("section").forEach((group) => group.setAttribute("role", "group"));
  found.querySelectorAll("ul, li, p").forEach((element) => element.setAttribute("role", "presentation"));
  found.querySelectorAll("a").forEach((link, index) => makeOption(link, `palette-found-${index}`));
}

function choose(option) {
  chosen?.setAttribute("aria-selected", "false");
  chosen = option ?? null;
  chosen?.setAttribute("aria-selected", "true");
  chosen?.scrollIntoView({ block: "nearest" });
  if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
  else input.removeAttribute("aria-activedescendant");
}

function filter() {
  const words = input.value.trim().toLowerCase().split(/\s+/);
  for (const place of places.children) {
    place.hidden = !words.every((word) => place.textContent.toLowerCase().includes(word));
  }
  places.hidden = [...places.children].every((place) => place.hidden);
  found.replaceChildren(); // what was found for other words must not be chosen for these
  asking = input.value.trim() !== "";
  settle();
}

function settle() {
  const all = options();
  none.hidden = asking || all.length > 0;
  if (!all.includes(chosen)) choose(all[0]);
}

function open() {
  if (dialog.open) return input.select();
  input.value = "";
  copyPlaces();
  dialog.showModal();
  input.focus();
  filter();
}

function step(by) {
  const all = options();
  if (all.length) choose(all[(all.indexOf(chosen) + by + all.length) % all.length]);
}

const keys = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  Home: () => choose(options()[0]),
  End: () => choose(options().at(-1)),
  Enter: () => chosen?.click(),
};

input.addEventListener("keydown", (event) => {
  if (!Object.hasOwn(keys, event.key) || event.isComposing) return;
  event.preventDefault();
  keys[event.key]();
});
input.addEventListener("input", filter);
found.addEventListener("htmx:afterSwap", () => {
  adoptFound();
  asking = false;
  settle();
});
dialog.addEventListener("pointerover", ({ target }) => {
  const option = target.closest("[role=option]");
  if (option) choose(option);
});
document.addEventListener("palette:open", open);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-palette-open]")) return;
  event.preventDefault();
  open();
});
