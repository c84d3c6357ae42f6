// Whoever sees a page may use it. The scripts of a page run when all of it has come; keys and taps
// that only they would answer, pressed before that, wait here and are pressed again then, in order.
// This script alone is loaded at once, in front of the page.

{
  const early = [];
  const OWN = "a, button, summary, label, input, select, textarea, [contenteditable]"; // the browser serves these
  const SCRIPTED = "button[type=button]:not([popovertarget]), .felt-picture";

  const waits = ({ type, target }) => (type === "click" ? target.closest(SCRIPTED) : !target.closest(OWN));
  const keep = (event) => waits(event) && early.push([event.target, new event.constructor(event.type, event)]);

  addEventListener("keydown", keep, true);
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("keydown", keep, true);
    removeEventListener("click", keep, true);
    for (const [target, event] of early) target.dispatchEvent(event);
  });
}
