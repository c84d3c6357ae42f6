// A scanner ends each code with Enter: that leads to the next field that is still empty, and at the
// last one to the signature. Without script Enter sends the form, and the server says what is missing.
function next(event) {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches?.("[data-next]") || !field.value.trim()) return;
  event.preventDefault();
  const empty = [...field.form.elements].find((c) => c.matches("[data-next]") && !c.value.trim());
  (empty ?? field.form.querySelector("[data-sign]")).focus();
  if (!empty) field.form.querySelector("[data-sign]").click();
}

document.addEventListener("keydown", next);
