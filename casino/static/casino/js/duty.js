// A pit is asked for only where the job has one, a code only where the job needs one. Without
// script all of it stands there, and the server takes what the job calls for.

const form = document.getElementById("take-duty");

function fit() {
  const job = form.elements.job.value;
  for (const part of form.querySelectorAll("[data-jobs]")) {
    part.hidden = !part.dataset.jobs.split(" ").includes(job);
  }
}

form.addEventListener("change", fit);
fit();
