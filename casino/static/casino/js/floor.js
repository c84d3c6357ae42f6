// Tables are moved on the map by hand or by keys. The number fields below are what is saved.

const ACROSS = 16; // units of the picture for a hundredth of the floor
const DOWN = 9;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const clamp = (value) => Math.min(100, Math.max(0, Math.round(value)));
const form = () => document.getElementById("arrange");
const field = (number, axis) => form().querySelector(`[data-of="${CSS.escape(number)}"] [data-axis="${axis}"]`);
const tableOn = (number) => document.querySelector(`[data-map] [data-table="${CSS.escape(number)}"]`);
const placeOf = (number) => ["x", "y"].map((axis) => Number(field(number, axis).value));

function put(number, x, y) {
  field(number, "x").value = clamp(x);
  field(number, "y").value = clamp(y);
  draw(number);
  count();
}

function draw(number) {
  const [x, y] = placeOf(number);
  tableOn(number)?.setAttribute("transform", `translate(${x * ACROSS} ${y * DOWN})`);
  ground(tableOn(number)?.dataset.pit);
}

// The ground of a pit goes with its tables.
function ground(pit) {
  const box = document.querySelector(`[data-map] [data-ground="${pit}"]`);
  const places = [...document.querySelectorAll(`[data-map] [data-pit="${pit}"]`)].map((one) => placeOf(one.dataset.table));
  if (!box || !places.length) return;
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const left = Math.max(0, Math.min(...xs) - 5) * ACROSS;
  const top = Math.max(0, Math.min(...ys) - 9) * DOWN;
  const rect = box.querySelector("rect");
  rect.setAttribute("x", left);
  rect.setAttribute("y", top);
  rect.setAttribute("width", Math.min(100, Math.max(...xs) + 5) * ACROSS - left);
  rect.setAttribute("height", Math.min(100, Math.max(...ys) + 9) * DOWN - top);
  box.querySelector("text").setAttribute("x", left + 18);
  box.querySelector("text").setAttribute("y", top + 28);
}

function count() {
  const moved = [...form().querySelectorAll("[data-of]")].filter((row) => {
    const number = row.dataset.of;
    return row.querySelector(`[name="was:${CSS.escape(number)}"]`).value !== placeOf(number).join(",");
  });
  const said = form().querySelector("[data-moved]");
  said.textContent = moved.length ? `${moved.length} moved, not saved yet` : "Drag a table, or move it with the arrow keys; with Shift by five.";
  form().toggleAttribute("data-dirty", moved.length > 0);
}

// ── by hand ──

let held = null;

function inPicture(event, map) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  return [at.x / ACROSS, at.y / DOWN];
}

document.addEventListener("pointerdown", (event) => {
  const table = event.target.closest("[data-map] [data-table]");
  if (!table || event.button) return;
  const map = table.ownerSVGElement;
  const [x, y] = inPicture(event, map);
  const [wasX, wasY] = placeOf(table.dataset.table);
  held = { number: table.dataset.table, map, byX: x - wasX, byY: y - wasY };
  table.setPointerCapture(event.pointerId);
  table.focus({ preventScroll: true });
  event.preventDefault();
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = inPicture(event, held.map);
  put(held.number, x - held.byX, y - held.byY);
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => (held = null));

// ── by keys and by numbers ──

document.addEventListener("keydown", (event) => {
  const table = event.target.closest?.("[data-map] [data-table]");
  const step = STEPS[event.key];
  if (!table || !step) return;
  event.preventDefault();
  const by = event.shiftKey ? 5 : 1;
  const [x, y] = placeOf(table.dataset.table);
  put(table.dataset.table, x + step[0] * by, y + step[1] * by);
});
document.addEventListener("input", (event) => {
  const row = event.target.closest("#arrange [data-of]");
  if (row) { draw(row.dataset.of); count(); }
});

// What is moved and not saved is not lost by a nudge: the map is not drawn anew under it.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id === "floor" && form()?.hasAttribute("data-dirty")) event.preventDefault();
});
addEventListener("beforeunload", (event) => form()?.hasAttribute("data-dirty") && !form().dataset.sent && event.preventDefault());
document.addEventListener("submit", (event) => event.target.id === "arrange" && event.target.removeAttribute("data-dirty"));
