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
