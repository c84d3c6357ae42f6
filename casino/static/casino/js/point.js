// A tap on the rendering says where the chosen element is: it fills two number fields, no more.

const form = document.querySelector("form[data-points]");
const picture = document.querySelector("[data-pointing]");
const said = document.querySelector("[data-chosen]");

const rows = form ? [...form.querySelectorAll("[data-element]")] : [];
const axis = (row, name) => row.querySelector(`[data-axis="${name}"]`);
const isPlaced = (row) => axis(row, "x").value !== "" && axis(row, "y").value !== "";

let chosen = null;

function choose(row) {
  chosen = row;
  for (const one of rows) one.classList.toggle("chosen", one === row);
  if (!said) return;
  const name = row ? row.querySelector(".check span").firstChild.textContent.trim() : "";
  said.textContent = row ? `Tap: ${name}` : "Every element has its place.";
}

function show(row) {
  const dot = picture?.querySelector(`[data-dot="${row.dataset.element}"]`);
  if (!dot) return;
  const { width, height } = dot.ownerSVGElement.viewBox.baseVal;
  const [x, y] = ["x", "y"].map((name) => Number(axis(row, name).value));
  dot.toggleAttribute("hidden", !isPlaced(row));
  dot.setAttribute("transform", `translate(${(x * width) / 100} ${(y * height) / 100})`);
}

function place(event) {
  if (!chosen) return;
  const box = picture.getBoundingClientRect();
  const percent = (at, from, size) => Math.min(100, Math.max(0, Math.round(((at - from) / size) * 100)));
  axis(chosen, "x").value = percent(event.clientX, box.left, box.width);
  axis(chosen, "y").value = percent(event.clientY, box.top, box.height);
  chosen.querySelector("[type=checkbox]").checked = true;
  show(chosen);
  choose(rows.find((row) => !isPlaced(row)) ?? null);
}

if (form) {
  form.addEventListener("focusin", (event) => {
    const row = event.target.closest("[data-element]");
    if (row) choose(row);
  });
  form.addEventListener("input", (event) => {
    const row = event.target.closest("[data-element]");
    if (row) show(row);
  });
  for (const button of form.querySelectorAll("[data-take]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const field = document.getElementById(button.dataset.take);
      field.value = button.parentElement.querySelector(".said").textContent;
      field.focus();
    });
  }
  if (picture) {
    picture.addEventListener("click", place);
    choose(rows.find((row) => !isPlaced(row)) ?? rows[0]);
  }
}
