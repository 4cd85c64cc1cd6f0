// The Jobs page: j and k move between rows, and ticked jobs can be compared or deleted. The table may be replaced at any time.

const rows = () => [...document.querySelectorAll('[data-row]')];
const link = (row) => row?.querySelector('[data-open]');

document.addEventListener('keydown', (event) => {
  const step = { j: 1, k: -1 }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input:not([type="checkbox"]), select, textarea')) {
    return;
  }
  const all = rows();
  const here = all.findIndex((row) => row.contains(document.activeElement));
  link(all[here < 0 ? 0 : Math.min(Math.max(here + step, 0), all.length - 1)])?.focus();
});

// After a click on a star, the focus returns to its row.
if (location.hash) {
  link(rows().find((row) => `#${row.id}` === location.hash))?.focus();
}

const actions = document.querySelector('[data-ticked-actions]');
if (actions) {
  const boxes = () => [...document.querySelectorAll('[data-row] input[type="checkbox"]')];
  const showTicked = () => {
    const count = boxes().filter((box) => box.checked).length;
    actions.hidden = boxes().length === 0;
    actions.classList.toggle('has-ticked', count > 0);
    actions.querySelector('[data-compare]').disabled = count < 2;
    const refusals = boxes().filter((box) => box.checked && box.dataset.undeletable).map((box) => box.dataset.undeletable);
    actions.querySelector('[data-delete]').disabled = count === 0 || refusals.length > 0;
    actions.querySelector('[data-ticked]').textContent = count === 0 ? 'Tick jobs to compare or delete them'
      : [`${count} ${count === 1 ? 'job' : 'jobs'} ticked`, ...refusals.map((refusal) => `Delete: ${refusal}`).slice(0, 1)].join('. ');
    for (const place of document.querySelectorAll('[data-ticked-count]')) {
      place.textContent = count === 1 ? '1 job' : `${count} jobs`;
    }
    const all = document.querySelector('[data-tick-all]');
    if (all) {
      all.checked = count > 0 && count === boxes().length;
      all.indeterminate = count > 0 && count < boxes().length;
    }
  };
  document.addEventListener('change', (event) => {
    if (event.target.matches('[data-tick-all]')) {
      for (const box of boxes()) {
        box.checked = event.target.checked;
      }
    }
    showTicked();
  });
  document.addEventListener('lists-replaced', showTicked);
  showTicked();
}
