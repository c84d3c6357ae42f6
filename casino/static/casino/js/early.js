// Whoever sees a page may use it. The scripts of a page run when all of it has come; keys and taps
// that only they would answer, pressed before that, wait here and are pressed again then, in order.
// This script alone is loaded at once, in front of the page. What waits is kept from the scripts that
// have run already, or they would answer it twice.

{
  const early = [];
  const OWN = "a, button, summary, label, input, select, textarea, [contenteditable]"; // the browser serves these
  const SCRIPTED = "button[type=button]:not([popovertarget]), .felt-picture";

  const waits = ({ type, target }) => (type === "click" ? target.closest(SCRIPTED) : !target.closest(OWN));
  const keep = (event) => {
    if (!waits(event)) return;
    event.stopImmediatePropagation();
    early.push([event.target, new event.constructor(event.type, event)]);
  };

  addEventListener("keydown", keep, true);
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("keydown", keep, true);
    removeEventListener("click", keep, true);
    for (const [target, event] of early) target.dispatchEvent(event);
  });
}
