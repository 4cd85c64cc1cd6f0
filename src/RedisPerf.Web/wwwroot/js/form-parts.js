// What the forms of a job share.

/** Writes the bytes of each size as one reads them: 32 KiB. @param {HTMLFormElement} form */
export function markSizes(form) {
  for (const input of form.querySelectorAll('[data-unit="bytes"]')) {
    const label = input.closest('.option').querySelector('.option-label');
    label.dataset.size = binary(Number(input.value));
  }
}

/** Puts each sentence beside its field. @param {HTMLFormElement} form @param {{field: string, message: string}[]} errors */
export function showErrors(form, errors) {
  for (const place of form.querySelectorAll('[data-error-of]')) {
    const messages = errors.filter((error) => error.field === place.dataset.errorOf).map((error) => error.message);
    place.textContent = messages.join(' ');
    place.hidden = messages.length === 0;
    if (messages.length > 0) {
      place.closest('details')?.setAttribute('open', '');
    }
    for (const input of form.querySelectorAll(`[name="${CSS.escape(place.dataset.errorOf)}"]:not([type=checkbox])`)) {
      if (messages.length > 0) {
        input.setAttribute('aria-invalid', 'true');
      } else {
        input.removeAttribute('aria-invalid');
      }
    }
  }
}

/** Milliseconds within which a click follows the end of its press. */
const clickDelay = 50;

/** Done when nothing is pressed: if what is under a pointer moved before its release, the click would be lost. */
let released = Promise.resolve();
addEventListener('pointerdown', () => {
  released = new Promise((done) => {
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, () => setTimeout(done, clickDelay), { once: true });
    }
  });
});

/**
 * Asks a page's handler about what is typed, a moment after the last key.
 * @param {HTMLFormElement} form @param {string} address with the handler in its query
 * @param {HTMLElement} forecast where trouble is told
 * @param {(answer: object) => void} show
 * @returns {() => void} to be called on every change
 */
export function askWhileTyping(form, address, forecast, show) {
  let waiting;
  let asked;
  async function ask() {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    const fields = new URLSearchParams([...new FormData(form)].filter(([name]) => !name.startsWith('__')));
    try {
      const answer = await fetch(`${address}&${fields}`, { signal, headers: { accept: 'application/json' } });
      const told = answer.ok && await answer.json();
      await released;
      if (told && !signal.aborted) {
        show(told);
      }
    } catch (error) {
      if (error.name !== 'AbortError') {
        forecast.dataset.level = 'wrong';
        forecast.textContent = 'RedisPerf does not answer; is it still running?';
      }
    }
  }

  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 250);
  };
}

/** A second click while the answer is on its way would send the form twice. @param {HTMLFormElement} form */
export function sendOnce(form) {
  const button = form.querySelector('.run');
  form.addEventListener('submit', () => setTimeout(() => button.toggleAttribute('disabled', true)));
  addEventListener('pageshow', () => button.removeAttribute('disabled'));
}

/** 1024-based: 32 KiB. Empty below 1024 bytes. @param {number} bytes */
function binary(bytes) {
  if (!Number.isFinite(bytes) || bytes < 1024) {
    return '';
  }
  const units = ['KiB', 'MiB', 'GiB'];
  let unit = 0;
  let value = bytes / 1024;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
}
