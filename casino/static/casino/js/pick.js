// Decks that were picked are scanned one by one before two people sign; a wrong one is said at once.

const form = document.querySelector("form[data-pick]");

function said(words, wrong = false) {
  const output = form.querySelector("[data-said]");
  output.textContent = words;
  output.classList.toggle("act", wrong);
  output.classList.toggle("status", wrong);
}

function progress() {
  const boxes = [...form.querySelectorAll("[data-code]")].filter((box) => box.checked);
  const scanned = boxes.filter((box) => box.dataset.scanned !== undefined);
  return `${scanned.length} of ${boxes.length} scanned`;
}

function scan(field) {
  const code = field.value.trim().toUpperCase();
  field.value = "";
  const box = form.querySelector(`[data-code="${CSS.escape(code)}"]`);
  if (!code) return;
  if (!box) return said(`${code} is not on this list`, true);
  box.checked = true;
  box.dataset.scanned = "";
  const mark = box.closest("tr").querySelector("[data-mark]");
  mark.innerHTML = '<span class="badge ok">Scanned</span>';
  box.closest("tr").scrollIntoView({ block: "nearest" });
  said(progress());
}

if (form) {
  form.querySelector("[data-scan-tools]").hidden = false;
  const field = form.querySelector("#pick-scan");
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    scan(field);
  });
  form.addEventListener("change", () => said(progress()));
}
