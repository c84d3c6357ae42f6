// The pit board between two words of the server: ages and clocks go on, what time alone changes is
// asked for, tiles find their order anew, but never under a finger. And the drawer of a table.

const TICK_MS = 5_000;
const board = document.getElementById("board");
const drawer = document.getElementById("drawer");

function hours(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

function words(time, now) {
  if (time.dataset.since) return hours(now - Date.parse(time.dataset.since));
  const left = Date.parse(time.dataset.until) - now;
  return left > 0 ? `${hours(left)} left` : `${hours(-left)} over`;
}

function goOn() {
  const now = Date.now();
  for (const time of document.querySelectorAll("time.age")) {
    const said = words(time, now);
    if (time.textContent !== said) time.textContent = said;
  }
  for (const ring of document.querySelectorAll("circle[data-to]")) {
    const [from, to] = [Date.parse(ring.dataset.from), Date.parse(ring.dataset.to)];
    ring.setAttribute("stroke-dasharray", `${Math.max(0, Math.round((100 * (to - now)) / (to - from)))} 100`);
  }
  turn(now);
}

// ── what time alone changes ──

function turn(now) {
  const turned = [...(board?.querySelectorAll("[data-turns]") ?? [])].filter((tile) => Date.parse(tile.dataset.turns) <= now);
  if (!turned.length) return;
  const also = board.querySelector("#board-at [name=also]");
  if (also) also.value = turned.map((tile) => tile.dataset.number).join(" ");
  board.dataset.due ??= document.body.dataset.position; // fetched by live.js as soon as nobody is in the way
}

// ── the order ──

let pressed = false;
let byKeys = true; // who moves by keys stays where the focus is; a finger that has left holds nothing
let waiting = false;

function sort() {
  const list = document.getElementById("tables");
  if (!list) return;
  waiting = pressed || (byKeys && list.contains(document.activeElement));
  if (waiting) return;
  const tiles = [...list.children];
  const before = (one, other) => one.dataset.rank - other.dataset.rank || (one.dataset.number < other.dataset.number ? -1 : 1);
  const wanted = [...tiles].sort(before);
  if (wanted.some((tile, index) => tile !== tiles[index])) list.append(...wanted);
}

const later = () => setTimeout(() => waiting && sort());
addEventListener("pointerdown", () => { pressed = true; byKeys = false; }, true);
addEventListener("keydown", () => (byKeys = true), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => { pressed = false; later(); }, true);
}
document.addEventListener("focusout", later);
document.addEventListener("htmx:afterSettle", () => { sort(); goOn(); });

// ── the drawer ──

async function open(button) {
  const answer = await fetch(button.dataset.drawer, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return location.assign(button.dataset.drawer);
  drawer.innerHTML = await answer.text(); // from our own server, escaped there
  drawer.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-drawer]");
  if (button && drawer) open(button);
});

goOn();
setInterval(goOn, TICK_MS);
