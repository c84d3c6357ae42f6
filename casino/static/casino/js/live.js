// One socket a page. Frames are nudges: they name what changed, the page fetches it by htmx.
// The strip never claims more than is known: old figures are marked as old.

const AMBER_MS = 3_000;
const RED_MS = 15_000;
const SILENCE_MS = 25_000; // two heartbeats missed, and a little
const RETRY_MS = 5_000;
const OPEN_MS = 10_000;

const body = document.body;
const strip = document.getElementById("strip");
const banner = document.getElementById("banner");
const zone = document.documentElement.dataset.zone || undefined;

let socket = null;
let position = Number(body.dataset.position) || 0;
let lastWord = Date.now(); // when the server last said that we know everything
let downSince = Date.now(); // null while connected
let everLive = false;
let delayed = false;
let attempt = 0;
let retryTimer = null;

const regions = () => [...document.querySelectorAll("[data-live-topic]")];
const topicsOf = (region) => region.dataset.liveTopic.split(/[\s,]+/).filter(Boolean);

function clock(moment) {
  return new Date(moment).toLocaleTimeString("en-GB", { timeZone: zone });
}

function age(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s old`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min old` : `${Math.floor(seconds / 3600)} h old`;
}

// ── the socket ──

function open() {
  clearTimeout(retryTimer);
  abandon();
  const topics = new Set(regions().flatMap(topicsOf)); // no more: a topic the duty may not watch closes the line
  const address = new URL("/ws/live", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({ topics: [...topics].join(","), after: position });
  socket = new WebSocket(address);
  socket.addEventListener("message", receive);
  socket.addEventListener("close", closed);
  retryTimer = setTimeout(() => downSince !== null && open(), OPEN_MS); // neither open nor refused
}

function abandon() {
  if (!socket) return;
  socket.removeEventListener("message", receive);
  socket.removeEventListener("close", closed);
  socket.close();
  socket = null;
}

function closed(event) {
  socket = null;
  downSince ??= Date.now();
  if (event.code === 4401) return leave();
  if (event.code === 4403) return dutyEnded();
  const wait = event.code === 1012 ? 300 : Math.min(10_000, 500 * 2 ** attempt++);
  clearTimeout(retryTimer);
  retryTimer = setTimeout(open, wait * (0.5 + Math.random() / 2)); // jitter: a restart must not be met by all at once
  show();
}

function leave() {
  const next = encodeURIComponent(location.pathname + location.search);
  location.assign(`${body.dataset.signOn}?next=${next}&ended=1`);
}

function dutyEnded() {
  // A page that is refused at once would reload for ever.
  if (performance.now() > 5_000) location.reload();
  else strip.firstElementChild.textContent = "Not live for this duty";
}

function receive(event) {
  const frame = JSON.parse(event.data);
  const topics = frame.topics ?? [];
  everLive = true;
  downSince = null;
  attempt = 0;
  lastWord = Date.now();
  delayed = Boolean(frame.delayed);
  // A frame without topics moves the position too: what lies between did not concern this page.
  position = Math.max(position, frame.position ?? 0);
  body.dataset.position = position;
  regions().filter((region) => topicsOf(region).some((topic) => topics.includes(topic))).forEach(want);
  show();
}

// ── the regions ──

function want(region) {
  region.dataset.due = position;
  fetchRegion(region);
}

// Nothing moves under a finger, or under somebody who is typing.
function inUse(region) {
  return region.querySelector(":active, :is(input, select, textarea):focus, :popover-open, dialog[open]") !== null;
}

function fetchRegion(region) {
  if (inUse(region) || Number(region.dataset.retryAt ?? 0) > Date.now()) return;
  htmx.trigger(region, "live");
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const region = detail.elt.closest("[data-live-topic]");
  if (!region || detail.requestConfig?.triggeringEvent?.type !== "live") return;
  if (detail.successful) {
    delete region.dataset.due;
    delete region.dataset.retryAt;
    delete region.dataset.failedAt;
  } else {
    region.dataset.failedAt ??= Date.now();
    region.dataset.retryAt = Date.now() + RETRY_MS;
  }
  show();
});

// What somebody has opened stays open when its region is drawn anew.
let opened = [];
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
});

// ── what is shown ──

function stateNow() {
  if (downSince === null) return delayed ? "delayed" : "live";
  const down = Date.now() - downSince;
  if (down >= RED_MS) return "lost";
  if (down >= AMBER_MS) return "late";
  return everLive ? "live" : "joining";
}

const WORDS = {
  joining: "Connecting…",
  live: "Live",
  delayed: "Live updates delayed",
  late: "Reconnecting…",
  lost: "Not live",
};

function say(element, text) {
  if (element.textContent !== text) element.textContent = text; // the same words are not read out twice
}

function show() {
  const state = stateNow();
  strip.dataset.state = state;
  say(strip.firstElementChild, WORDS[state]);
  say(banner, state === "lost" ? `NOT LIVE since ${clock(lastWord)}, figures are old` : "");
  for (const region of regions()) {
    const since = state === "lost" ? lastWord : Number(region.dataset.failedAt);
    if (since) region.dataset.age = age(Date.now() - since);
    else delete region.dataset.age;
  }
}

function tick() {
  if (downSince === null && Date.now() - lastWord > SILENCE_MS) {
    downSince = lastWord; // the line was dead all that time
    open();
  }
  regions().filter((region) => region.dataset.due && !region.matches(".htmx-request, :has(.htmx-request)")).forEach(fetchRegion);
  show();
}

function wake() {
  if (document.visibilityState === "visible" && (downSince !== null || Date.now() - lastWord > 12_000)) {
    attempt = 0;
    open();
  }
}

if (strip && body.dataset.position) {
  open();
  setInterval(tick, 1_000);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", abandon);
}
