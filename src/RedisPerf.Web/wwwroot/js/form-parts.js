// Shared by the forms of jobs and schedules.

/** Shows the sizes in bytes in a readable unit too: 32 KB, and how many values an option has. @param {HTMLFormElement} form @param {{sizes:
 * Object<string, string>, varied: Object<string, string>}} answer by field */
function showValues(form, { sizes, varied }) {
  for (const input of form.querySelectorAll('[data-unit="bytes"]')) {
    input.closest('.option').querySelector('.option-label').dataset.size = sizes[input.name] ?? '';
  }
  for (const chip of form.querySelectorAll('[data-varies]')) {
    chip.textContent = varied[chip.dataset.varies] ?? '';
    chip.hidden = chip.textContent === '';
  }
}

/**
 * Shows each error next to its field, and no error next to the other fields.
 * @param {HTMLFormElement} form @param {{field: string, message: string}[]} errors
 * @param {(field: string) => boolean} isChecked false for a field that keeps its error
 */
export function showErrors(form, errors, isChecked = () => true) {
  for (const place of [...form.querySelectorAll('[data-error-of]')].filter(({ dataset }) => isChecked(dataset.errorOf))) {
    const messages = errors.filter((error) => error.field === place.dataset.errorOf).map((error) => error.message);
    place.textContent = messages.join(' ');
    place.hidden = messages.length === 0;
    if (messages.length > 0) {
      place.closest('details')?.setAttribute('open', '');
    }
    for (const input of form.querySelectorAll(`[name="${CSS.escape(place.dataset.errorOf)}"]:not([type=checkbox]:not([data-default]))`)) {
      if (messages.length > 0) {
        input.setAttribute('aria-invalid', 'true');
      } else {
        input.removeAttribute('aria-invalid');
      }
    }
  }
}

/** Shows the expected duration and the size of the job. @param {HTMLElement} forecast
 * @param {{level: string, time: string, sentence: string}} answer */
export function showForecast(forecast, { level, time, sentence }) {
  forecast.dataset.level = level;
  forecast.querySelector('strong').textContent = time;
  forecast.querySelector('span').textContent = sentence;
}

/** Milliseconds between the release of a button and its click event. */
const clickDelay = 50;

/** Resolved while no pointer is pressed. A page that moves under a pressed pointer loses the click. */
let released = Promise.resolve();
addEventListener('pointerdown', () => {
  released = new Promise((done) => {
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, () => setTimeout(done, clickDelay), { once: true });
    }
  });
});

/**
 * Sends the values of the form to a handler of the page, shortly after the last key.
 * @param {HTMLFormElement} form @param {string} address with the handler in its query
 * @param {HTMLElement} forecast where errors are shown
 * @param {(answer: object) => void} show
 * @returns {() => void} call it on every change
 */
export function requestWhileTyping(form, address, forecast, show) {
  let waiting;
  let current;
  const fail = (sentence) => {
    showForecast(forecast, { level: 'wrong', time: '', sentence });
    showValues(form, { sizes: {}, varied: {} });
  };
  async function send() {
    current?.abort();
    current = new AbortController();
    const { signal } = current;
    const fields = new URLSearchParams([...new FormData(form)].filter(([name]) => !name.startsWith('__')));
    try {
      const response = await fetch(`${address}&${fields}`, { signal, headers: { accept: 'application/json' } });
      if (response.redirected) {
        // To the sign-in. A reload would lose the values of the form.
        fail('Your sign-in has expired. Sign in on another tab of the browser, then continue here.');
        return;
      }
      const answer = response.ok && await response.json();
      await released;
      if (answer && !signal.aborted) {
        showValues(form, answer);
        show(answer);
      }
    } catch (error) {
      if (error.name !== 'AbortError') {
        fail('RedisPerf does not respond. Check whether it is running.');
      }
    }
  }

  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(send, 250);
  };
}

/** Sends the form with Ctrl+Enter, or with Command+Enter. @param {HTMLFormElement} form */
export function sendWithKeys(form) {
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const button = form.querySelector('.run');
      if (!button.disabled) {
        form.requestSubmit(button);
      }
    }
  });
}

/** Disables the button after a click: a second click would send the form twice. @param {HTMLFormElement} form */
export function sendOnce(form) {
  const button = form.querySelector('.run');
  form.addEventListener('submit', () => setTimeout(() => button.toggleAttribute('disabled', true)));
  addEventListener('pageshow', () => button.removeAttribute('disabled'));
}
