// Small things every page has: forms that send once, copying, printing, the clock, the status line.

const SLOW_MS = 8_000;
const zone = document.documentElement.dataset.zone || undefined;
const toast = document.getElementById("toast");

// ── a form is sent once, and says so ──

const slow = new WeakMap(); // not on the form itself: there a field of that name would be in the way

function sending(form, button) {
  form.dataset.sent = "";
  form.setAttribute("aria-busy", "true");
  if (form.hasAttribute("data-plain")) return;
  const buttons = [...form.querySelectorAll("button:not([type=button])")];
  const said = button ?? buttons.at(-1);
  if (!said) return;
  said.dataset.words = said.innerHTML;
  said.dataset.sending = "";
  said.style.minInlineSize = `${said.offsetWidth}px`; // the button keeps its place under the finger
  said.textContent = "Sending…";
  // After the event: a disabled button's own value would not be sent.
  setTimeout(() => buttons.forEach((each) => (each.disabled = true)));
  slow.set(form, setTimeout(() => (said.textContent = "Not confirmed yet, checking…"), SLOW_MS));
}

function answered(form) {
  if (form.dataset.sent === undefined) return;
  clearTimeout(slow.get(form));
  delete form.dataset.sent;
  form.removeAttribute("aria-busy");
  for (const button of form.querySelectorAll("button:not([type=button])")) {
    button.disabled = false;
    if (button.dataset.words === undefined) continue;
    button.innerHTML = button.dataset.words;
    delete button.dataset.words;
    delete button.dataset.sending;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method")?.toLowerCase() !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent !== undefined) event.preventDefault();
  else sending(form, event.submitter);
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const form = detail.elt;
  if (form.matches("form[hx-post]") && form.dataset.sent === undefined) {
    sending(form, detail.requestConfig.triggeringEvent?.submitter);
  }
});
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.elt.matches("form") && answered(detail.elt));
// Back from the browser's own cache: the page is as it was left, and can be used again.
addEventListener("pageshow", (event) => event.persisted && document.querySelectorAll("form[data-sent]").forEach(answered));

// ── what came back with errors ──

const summary = document.getElementById("error-summary");
const wrong = summary?.closest("form, main").querySelector("[aria-invalid='true']:not(dialog *)");
(wrong ?? summary)?.focus();

// ── the status line ──

function report(words) {
  toast.textContent = words;
}
document.addEventListener("htmx:responseError", ({ detail }) => {
  report(`Not refreshed: the server answered ${detail.xhr.status}.`);
});
document.addEventListener("htmx:sendError", () => report("Not refreshed: no connection to the server."));
document.addEventListener("htmx:timeout", () => report("Not refreshed: the server did not answer in time."));
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && report(""));

// ── copying, printing, closing ──

async function copy(button) {
  const source = button.closest(".hash")?.querySelector("code") ?? document.querySelector(button.dataset.copy);
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(source); // not allowed here: at least it is selected
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = before), 2_000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-print], [data-close]");
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  if (button.matches("[data-print]")) window.print();
  if (button.matches("[data-close]")) button.closest("dialog").close();
});

// A press beside a dialog closes it, except where something is being signed.
document.addEventListener("pointerdown", (event) => {
  if (event.target.matches("dialog[open]:not(.signature)")) {
    const box = event.target.getBoundingClientRect();
    const inside = event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    if (!inside) event.target.close();
  }
});

// ── the clock: the server's time, not the tablet's ──

const clock = document.querySelector("[data-clock]");
if (clock) {
  const ahead = Date.parse(clock.dateTime) - (performance.timeOrigin + performance.now());
  const now = () => new Date(performance.timeOrigin + performance.now() + ahead);
  const minutes = { timeZone: zone, hour: "2-digit", minute: "2-digit" };
  setInterval(() => (clock.textContent = now().toLocaleTimeString("en-GB", minutes)), 1_000);
  addEventListener("beforeprint", () => {
    const words = now().toLocaleString("en-GB", { timeZone: zone, dateStyle: "medium", timeStyle: "medium" });
    document.querySelectorAll("[data-printed]").forEach((time) => (time.textContent = words));
  });
}

// ── the tab one is on is seen, though the row of tabs is longer than a tablet is wide ──

for (const here of document.querySelectorAll(".tabs [aria-current]")) {
  const row = here.parentElement.getBoundingClientRect(), tab = here.getBoundingClientRect();
  if (tab.right > row.right) here.parentElement.scrollLeft += tab.right - row.right + tab.width;
}
