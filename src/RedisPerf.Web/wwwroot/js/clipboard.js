// Copies text, and shows it on the button.

/** @param {HTMLButtonElement} button @param {Element} source the element whose text is copied */
export async function copyText(button, source) {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    // Without HTTPS or permission there is no clipboard: the text is selected for the keyboard.
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = name), 1500);
}

/** Copies at a click on a button with data-copy, which names the element with data-copied. @param {HTMLElement} page its parts may be replaced */
export function copyButtons(page) {
  page.addEventListener('click', (event) => {
    const button = event.target.closest('[data-copy]');
    if (button) {
      copyText(button, page.querySelector(`[data-copied="${button.dataset.copy}"]`));
    }
  });
}
