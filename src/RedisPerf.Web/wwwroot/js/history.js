// The Jobs page: j and k move between rows, and two ticked jobs can be compared.

const rows = [...document.querySelectorAll('[data-row]')];
const link = (row) => row?.querySelector('[data-open]');

document.addEventListener('keydown', (event) => {
  const step = { j: 1, k: -1 }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input:not([type="checkbox"]), select, textarea')) {
    return;
  }
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  link(rows[here < 0 ? 0 : Math.min(Math.max(here + step, 0), rows.length - 1)])?.focus();
});

// After a click on a star, the focus returns to its row.
if (location.hash) {
  link(rows.find((row) => `#${row.id}` === location.hash))?.focus();
}

const compare = document.querySelector('[data-compare]');
if (compare) {
  const button = compare.querySelector('button');
  const count = compare.querySelector('[data-ticked]');
  const boxes = rows.map((row) => row.querySelector('input[type="checkbox"]')).filter(Boolean);
  // In the order of selection: the third job replaces the first.
  let ticked = boxes.filter((box) => box.checked);

  const show = () => {
    button.disabled = ticked.length !== 2;
    count.textContent = ticked.length === 2 ? '' : `${ticked.length} of 2 jobs ticked`;
  };
  for (const box of boxes) {
    box.addEventListener('change', () => {
      ticked = ticked.filter((other) => other !== box);
      if (box.checked) {
        ticked.push(box);
      }
      if (ticked.length > 2) {
        ticked.shift().checked = false;
      }
      show();
    });
  }
  show();
}
