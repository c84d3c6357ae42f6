// A replay is walked through by keys, by fingers or by itself. Each step is drawn by the server; the
// address follows, so that it can be shared. Without this script every step is a link.

let playing = null; // the timer of the next step
let asked = null; // the step that is being fetched
let wanted = null; // the step to fetch after it: whoever holds a key down waits for none between

const stage = () => document.getElementById("stage");
const bar = () => document.querySelector(".replay-bar");
const here = () => Number(stage().dataset.at);
const length = () => Number(stage().dataset.length);

function address(at) {
  return `${bar().dataset.base}?at=${at}`;
}

function go(at) {
  const step = Math.min(Math.max(at, 0), length());
  if (asked !== null) return void (wanted = step);
  if (step !== here()) fetchStep(step);
}

async function fetchStep(step) {
  asked = step;
  try {
    await htmx.ajax("GET", address(step), { target: "#stage", swap: "outerHTML" });
  } finally {
    asked = null;
  }
  if (here() !== step) return stop(); // not answered: the status line says why
  history.replaceState(history.state, "", address(step));
  mark();
  const next = wanted;
  wanted = null;
  if (next !== null) go(next);
}

// ── what shows where we are ──

function mark() {
  const at = here();
  for (const row of document.querySelectorAll(".acts-list [data-at]")) {
    if (Number(row.dataset.at) === at) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  for (const cell of document.querySelectorAll(".lanes [data-at]")) cell.classList.toggle("now", Number(cell.dataset.at) === at);
  for (const link of bar().querySelectorAll("[data-step]")) link.href = address(target(link.dataset.step));
  document.getElementById("jump").value = at;
  scrollList();
  follow();
}

// A round in play is followed at its end; whoever steps back is not pulled forward again.
function follow() {
  const replay = document.getElementById("replay");
  const { follow: topic, liveTopic } = replay.dataset;
  if (!topic) return;
  if (here() < length()) delete replay.dataset.liveTopic;
  else if (!liveTopic) {
    replay.dataset.liveTopic = topic;
    htmx.trigger(replay, "live");
  }
}

// Only the list itself is scrolled: the felt stays where it is.
function scrollList() {
  const list = document.querySelector(".acts-list");
  const row = list.querySelector("[aria-current]");
  if (!row) return;
  const top = row.offsetTop; // within the list, which is positioned
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
}

function target(step) {
  const at = wanted ?? asked ?? here();
  return { start: 0, back: Math.max(0, at - 1), next: Math.min(length(), at + 1), end: length() }[step];
}

// ── playing ──

function speed() {
  return Number(document.querySelector("[data-speed]").value);
}

function show(on) {
  const button = document.querySelector("[data-play]");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", on ? "Pause" : "Play");
}

function stop() {
  clearTimeout(playing);
  playing = null;
  show(false);
}

function play() {
  if (here() === length()) go(0);
  show(true);
  playing = setTimeout(tick, speed());
}

function tick() {
  if (asked === null && here() === length()) return stop();
  if (asked === null) go(here() + 1);
  playing = setTimeout(tick, speed());
}

function toggle() {
  if (playing === null) play();
  else stop();
}

function jump(at) {
  stop();
  go(at);
}

// The end of a round in play is wherever it has come to meanwhile.
function toEnd() {
  if (document.getElementById("replay").dataset.follow) location.assign(bar().dataset.base);
  else jump(length());
}

// ── hands and keys ──

document.addEventListener("click", (event) => {
  const link = event.target.closest(".replay-bar [data-step], .acts-list a.step, .lanes [data-at]");
  if (event.target.closest("[data-play]")) return toggle();
  if (event.target.closest("[data-share]")) return share(event.target.closest("[data-share]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.step === "end") return toEnd();
  jump(link.dataset.step ? target(link.dataset.step) : Number(link.closest("[data-at]").dataset.at));
});

document.addEventListener("input", (event) => {
  if (event.target.id === "jump") jump(Number(event.target.value));
});

const KEYS = {
  ArrowLeft: () => jump(target("back")),
  ArrowRight: () => jump(target("next")),
  Home: () => jump(0),
  End: toEnd,
  " ": toggle,
};

function busy(element) {
  const typing = element.matches("input, select, textarea, summary, [contenteditable]");
  return typing || document.querySelector("dialog:modal, :popover-open") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || busy(event.target)) return;
  if (event.key === " " && event.target.matches("a, button")) return; // it presses what has the focus
  if (!Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});

// ── sharing ──

async function share(button) {
  const words = button.lastChild.textContent;
  const link = new URL(address(here()), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    button.lastChild.textContent = "Copied";
  } catch {
    history.replaceState(history.state, "", link); // not allowed here: at least it is the address
    button.lastChild.textContent = "See the address";
  }
  setTimeout(() => (button.lastChild.textContent = words), 2_000);
}

mark();
document.addEventListener("htmx:afterSettle", () => asked === null && stage() && mark());
