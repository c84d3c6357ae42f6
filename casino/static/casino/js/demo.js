// The demo casino only: a tap signs on as one of its people, or puts the shown code into its field.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-badge][data-password], [data-code]");
  if (!button) return;
  if (button.dataset.code) {
    document.getElementById("id_code").value = button.dataset.code;
    return;
  }
  const form = document.getElementById("sign-on");
  form.elements.badge.value = button.dataset.badge;
  form.elements.password.value = button.dataset.password;
  form.requestSubmit();
});
