// The table console: which seat is shown, pads for amounts, numbers and cards, keys for everything.
// The server says what may be done; nothing here knows a game. An act that is not answered is asked
// again with the same key, so that it counts once.

const AGAIN_MS = 8_000;
const SHOWN = [403, 409, 422, 429]; // answers that say why, drawn like any other

const region = () => document.getElementById("console");
const dollars = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
let chosen = null; // the seat that somebody picked; the server's own choice otherwise
let goPressedAt = -Infinity;

// ── seats ──

function choose(seat) {
  const rows = [...region().querySelectorAll("[data-of-seat]")];
  if (!rows.some((row) => row.dataset.ofSeat === seat)) return false;
  for (const row of rows) row.toggleAttribute("data-away", row.dataset.ofSeat !== seat);
  for (const tab of region().querySelectorAll("[data-choose]")) tab.setAttribute("aria-pressed", tab.dataset.choose === seat);
  for (const place of region().querySelectorAll(".ft-seat")) {
    place.toggleAttribute("data-chosen", place.querySelector("[data-seat]")?.dataset.seat === seat);
  }
  return true;
}

function pick(seat) {
  if (choose(seat)) chosen = seat;
}

function shown() {
  return region()?.querySelector("[data-choose][aria-pressed=true]")?.dataset.choose;
}

// What somebody picked stays picked only while the same thing is asked of the seats.
function settle() {
  if (!region()) return;
  const main = region().querySelector("[data-main]")?.textContent;
  if (chosen && (main || !choose(chosen))) chosen = null;
  if (!chosen && shown()) choose(shown());
}

// ── pads ──

let pad = null; // { dialog, opener, field, least, most, step }

const field = (dialog) => dialog.querySelector("[data-value]");

function open(opener) {
  const { pad: kind, field: name, title, hint } = opener.dataset;
  const dialog = document.getElementById(`pad-${kind}`);
  const [least, most, step] = [opener.dataset.least, opener.dataset.most, opener.dataset.step].map((text) => (text === "" ? null : Number(text)));
  pad = { dialog, opener, kind, least, most, step };
  dialog.querySelector("h2").textContent = title + (hint ? ` (${hint})` : "");
  dialog.querySelector("[data-action-field]").value = opener.dataset.action;
  dialog.querySelector("[data-refusal]").replaceChildren();
  field(dialog).name = `${{ money: "dollars", number: "number", cards: "cards" }[kind]}:${name}`;
  field(dialog).value = "";
  ready[kind](dialog, opener);
  refresh();
  dialog.showModal();
  if (document.documentElement.dataset.density === "touch" && !byKeys) field(dialog).inputMode = "none"; // our pad, not the tablet's on top
  field(dialog).focus();
}

const ready = {
  money(dialog, { dataset }) {
    quick(dialog, dataset.quick, (cents) => `+${dollars(cents)}`);
    offer(dialog, "last", Number(dataset.last) > 0, `Same as last round: $${dollars(Number(dataset.last))}`);
    offer(dialog, "most", pad.most !== null, `Most: $${dollars(pad.most)}`);
    offer(dialog, "least", true, `Least: $${dollars(pad.least)}`);
    offer(dialog, "none", "none" in dataset);
    dialog.querySelector("[data-bounds]").textContent = pad.step > 100 ? `in steps of $${dollars(pad.step)}` : "";
  },
  number(dialog, { dataset }) {
    quick(dialog, dataset.quick, String);
    dialog.querySelector("[data-misdealt]").hidden = !("misdeal" in dataset);
    dialog.querySelector("[data-bounds]").textContent = pad.most === null ? "cards" : `${pad.least} to ${pad.most} cards`;
  },
  cards() {},
};

function offer(dialog, to, isOffered, words) {
  const button = dialog.querySelector(`[data-to=${to}]`);
  button.hidden = !isOffered;
  if (words) button.textContent = words;
}

function quick(dialog, values, words) {
  const row = dialog.querySelector("[data-quick-values]");
  row.replaceChildren(...values.split(" ").filter(Boolean).map((value) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words(Number(value)) });
    button.dataset.quickValue = value;
    return button;
  }));
}

const cardsIn = (dialog) => field(dialog).value.trim().split(/[\s,]+/).filter(Boolean);

// Which cards are tapped, how many are still wanted.
function refresh() {
  if (pad?.kind !== "cards") return;
  const said = cardsIn(pad.dialog).map((card) => card.toLowerCase().replace("10", "t"));
  const missing = pad.least - said.length;
  pad.dialog.querySelector("[data-bounds]").textContent = missing > 0 ? `${missing} more` : pad.most > pad.least ? `${said.length} of up to ${pad.most}` : "complete";
  for (const key of pad.dialog.querySelectorAll("[data-face]")) {
    const count = said.filter((card) => card === key.dataset.face.toLowerCase()).length;
    key.classList.toggle("is-said", count > 0);
    key.disabled = Number(key.dataset.left) - count < 1 && count === 0;
  }
}

function tapCard(face, left) {
  const said = cardsIn(pad.dialog);
  const at = said.indexOf(face);
  if (at >= 0 && (left <= said.filter((card) => card === face).length || said.length >= pad.most)) said.splice(at, 1);
  else if (said.length < pad.most) said.push(face);
  field(pad.dialog).value = said.join(" ");
  refresh();
}

const amount = () => Math.round(Number(field(pad.dialog).value.replaceAll(",", "")) * 100) || 0;

function to(what) {
  const input = field(pad.dialog);
  if (what === "clear") input.value = "";
  if (what === "last") input.value = dollars(Number(pad.opener.dataset.last));
  if (what === "least") input.value = dollars(pad.least);
  if (what === "most") input.value = dollars(pad.most);
  if (what === "none") { input.value = "0"; send(); }
}

const send = () => pad.dialog.querySelector("form").requestSubmit();

function tapQuick(value) {
  const input = field(pad.dialog);
  if (pad.kind === "money") input.value = dollars(amount() + value);
  else { input.value = value; send(); } // a number is whole with one tap
}

function inPad(target) {
  const key = target.closest("button");
  if (!key) return;
  const { face, digit, to: where, quickValue } = key.dataset;
  if (face) tapCard(face, Number(key.dataset.left));
  else if (quickValue) tapQuick(Number(quickValue));
  else if (where) to(where);
  else if ("eraseCard" in key.dataset) { field(pad.dialog).value = cardsIn(pad.dialog).slice(0, -1).join(" "); refresh(); }
  else if (digit !== undefined) field(pad.dialog).value = digit ? field(pad.dialog).value + digit : field(pad.dialog).value.slice(0, -1);
}

// ── by hand ──

let byKeys = false;
addEventListener("pointerdown", () => (byKeys = false), true);
addEventListener("keydown", () => (byKeys = true), true);

function tapFelt(target) {
  const place = target.closest("[data-place]")?.dataset.place;
  const seat = target.closest("[data-seat]")?.dataset.seat ?? place?.split("-")[0];
  if (!seat) return;
  pick(seat);
  const button = place && region().querySelector(`[data-of-seat] [data-offer="${CSS.escape(place)}"]`);
  if (button) button.click();
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#console")) return;
  if (target.closest(".pad")) return inPad(target);
  const tab = target.closest("[data-choose]");
  const opener = target.closest("[data-pad]");
  if (tab) pick(tab.dataset.choose);
  else if (opener) open(opener);
  else if (target.closest(".felt-picture")) tapFelt(target);
});
document.addEventListener("input", ({ target }) => target.matches(".pad [data-value]") && refresh());

// ── by keys ──

const busy = (target) => target.matches("input, select, textarea") || document.querySelector("dialog:modal, :popover-open") !== null;
const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat);

function lettered(letter) {
  const here = [...region().querySelectorAll(`[data-letter="${CSS.escape(letter)}"]`)];
  return here.find((button) => button.checkVisibility());
}

function press(event) {
  if (event.key === "Enter" || event.key === " ") {
    const onFelt = event.target.closest("[data-seat]");
    if (onFelt) return tapFelt(onFelt) ?? true;
    if (event.key === " " || event.target.closest("a, button, summary")) return false;
    const main = region().querySelector("[data-main]:not(:disabled)");
    main?.click();
    return Boolean(main);
  }
  if (/^[1-6]$/.test(event.key)) return pick(event.key) ?? true;
  const button = lettered(event.key.toLowerCase());
  button?.click();
  return Boolean(button);
}

document.addEventListener("keydown", (event) => {
  if (!region() || !isPlain(event) || busy(event.target)) return;
  const going = performance.now() - goPressedAt < 1_500; // "g", then a place: the shell's own
  goPressedAt = event.key === "g" ? performance.now() : -Infinity;
  const on = document.getElementById("single-keys")?.checked ?? true;
  if (going || (!on && event.key.length === 1)) return;
  if (press(event)) event.preventDefault();
});

// ── sending, and asking again ──

const ours = (detail) => detail.requestConfig?.verb === "post" && detail.elt.closest?.("#console");
const isLive = (detail) => detail.requestConfig?.verb === "get" && detail.target?.id === "console";
let sent = null; // the request that waits for its answer
let asking = null; // until when

// The one that is not answered is given up and asked again: the key is the same, so it counts once.
function askAgain({ xhr, requestConfig: { path, parameters } }) {
  xhr.onabort = null;
  xhr.abort();
  htmx.ajax("POST", path, { source: region(), target: "#console", swap: "outerHTML", values: { ...parameters } });
}

function answered(detail) {
  const isFirst = detail.elt !== region();
  if (!isFirst && !detail.xhr.status) return; // still no line: the next time comes
  clearTimeout(asking);
  sent = null;
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "post" && detail.elt.closest("#console")) delete detail.headers["X-Live"]; // a person is at work
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isLive(event.detail) && sent) event.preventDefault(); // the answer brings what is new
  if (!ours(event.detail)) return;
  sent = event.detail;
  clearTimeout(asking);
  asking = setTimeout(() => askAgain(event.detail), AGAIN_MS);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => ours(detail) && answered(detail));

// A refusal is shown beside its button: in the pad, where one is open, so that nothing said is lost.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isLive(detail) && sent) detail.shouldSwap = false;
  if (detail.target.id !== "console" || !SHOWN.includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
  const refusal = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector(".refusal");
  if (!refusal || !pad?.dialog.open) return;
  detail.shouldSwap = false;
  pad.dialog.querySelector("[data-refusal]").replaceChildren(refusal);
  field(pad.dialog).select();
});
document.addEventListener("htmx:afterSwap", () => { pad = pad?.dialog.isConnected ? pad : null; settle(); });
settle();
