// Used by every page: the theme switch, times in the time zone of the reader, filters that submit themselves.
import './lists.js';
import { showTimes } from './times.js';

const themes = ['system', 'light', 'dark'];
const signs = { system: '◐', light: '☀', dark: '☾' };

function showTheme(button) {
  const choice = document.documentElement.dataset.themeChoice;
  button.textContent = signs[choice];
  button.title = `Theme: ${choice}`;
  button.setAttribute('aria-label', `Theme: ${choice}. Switch to ${next(choice)}.`);
}

const next = (choice) => themes[(themes.indexOf(choice) + 1) % themes.length];

for (const button of document.querySelectorAll('[data-theme-switch]')) {
  button.hidden = false;
  showTheme(button);
  button.addEventListener('click', () => {
    try {
      localStorage.setItem('theme', next(document.documentElement.dataset.themeChoice));
    } catch {
      return; // Without storage, the choice applies to this page only.
    }
    document.dispatchEvent(new Event('theme-chosen'));
    showTheme(button);
  });
}

document.querySelector('[data-zone]').textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
showTimes(document);
setInterval(() => showTimes(document), 30_000);

// The listener is on the document, because a part of a page with its forms may be replaced.
document.addEventListener('change', (event) => event.target.closest('[data-submit-on-change]')?.requestSubmit());
