// Filters the rows of a list while its reader types: a row has all words, in any order.
for (const field of document.querySelectorAll('[data-filter]')) {
  const list = document.getElementById(field.dataset.filter);
  const count = document.querySelector(`[data-filter-count="${field.dataset.filter}"]`);
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [...list.querySelectorAll('tbody tr')];
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = words.length === 0 ? '' : `${shown} of ${rows.length}`;
  });
}
