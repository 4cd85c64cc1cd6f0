// Opens a strategy's source over the page; without script its link leads to the same text.
import { copyText } from './clipboard.js';

/** @param {HTMLElement} page */
export function sourceDialog(page) {
  const dialog = /** @type {HTMLDialogElement} */ (page.querySelector('[data-source]'));
  const body = dialog.querySelector('[data-source-body]');
  const copy = dialog.querySelector('[data-source-copy]');

  page.addEventListener('click', async (event) => {
    const link = event.target.closest('[data-source-of]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    let answer;
    try {
      answer = await fetch(link.href);
    } catch {
      answer = null;
    }
    if (!answer?.ok) {
      location.assign(link.href);
      return;
    }
    const source = new DOMParser().parseFromString(await answer.text(), 'text/html');
    dialog.querySelector('[data-source-title]').textContent = link.dataset.sourceOf;
    body.replaceChildren(source.querySelector('pre'));
    dialog.showModal();
  });

  copy.addEventListener('click', () => copyText(copy, body));

  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
}
