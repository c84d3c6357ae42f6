// Rounds on the board: told several times a second by a line of their own, so that no tile is fetched
// for an action. What is not told any more is not shown as if it were.

const RETRY_MS = 2_000;
const SILENCE_MS = 25_000; // two beats missed, and a little
const board = document.getElementById("board");
const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents) => money.format(cents / 100).replace(/\.00$/, ""); // as the pages write it
const known = new Map(); // table → how its round stands
const figures = new Map(); // table → what its last round left

let line = null;
let heardAt = 0;

function show(number) {
  const tile = document.getElementById(`tile-${number}`);
  const told = known.get(number);
  const row = tile?.querySelector(".round");
  if (!row || !told) return;
  row.hidden = told.status !== "open";
  row.querySelector("[data-round]").textContent = told.number;
  row.querySelector("[data-phase]").textContent = told.turn ? `${told.phase}, seat ${told.turn}` : told.phase;
  const pot = tile.querySelector("[data-pot]");
  if (pot && told.carried !== null) pot.textContent = dollars(told.carried);
  const sums = figures.get(number);
  if (!sums) return;
  figure(tile, ".pace", sums.rounds_an_hour);
  figure(tile, ".win", `${sums.win_cents < 0 ? "\u2212" : "+"}${dollars(Math.abs(sums.win_cents))}`);
}

function figure(tile, name, words) {
  const row = tile.querySelector(name);
  row.hidden = false;
  row.querySelector("dd [data-win], [data-rounds-hour]").textContent = words;
}

function take(tables) {
  for (const [number, told] of Object.entries(tables)) {
    known.set(number, told);
    if (told.win_cents !== undefined) figures.set(number, told); // told where a round has ended
    show(number);
  }
}

function hear({ data }) {
  heardAt = Date.now();
  board.classList.remove("rounds-lost");
  const told = JSON.parse(data);
  if (told.type === "snapshot") [known, figures].forEach((map) => map.clear());
  if (told.tables) take(told.tables);
}

function open() {
  const address = new URL(`/ws/pits/${board.dataset.pit}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  line = new WebSocket(address);
  line.addEventListener("message", hear);
  line.addEventListener("close", ({ code }) => {
    board.classList.add("rounds-lost");
    if (code !== 4401 && code !== 4403) setTimeout(open, RETRY_MS * (0.5 + Math.random()));
  });
}

if (board?.dataset.pit) {
  open();
  // A tile that was drawn anew is told again what the line knows.
  document.addEventListener("htmx:afterSettle", () => [...known.keys()].forEach(show));
  setInterval(() => heardAt && Date.now() - heardAt > SILENCE_MS && line.close(), 5_000);
}
