// The New run form: presets without a reload, and the estimate and the errors of what is typed so far.
import { binary } from './format.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('new-run'));
const forecast = document.getElementById('forecast');
const field = (name) => form.elements.namedItem(name);
const optionFields = () => [...form.querySelectorAll('[name^="options."]')];
const presets = [...form.querySelectorAll('[data-preset]')];
let waiting;
let asked;

/** @returns {[string, string][]} every option of a preset with its value, defaults included */
function valuesOf(preset) {
  const options = Object.fromEntries(Object.entries(preset.options).map(([name, value]) => [`options.${name}`, String(value)]));
  return [['runs', String(preset.runs)], ...optionFields().map((input) => [input.name, options[input.name] ?? input.dataset.default])];
}

function markPresets() {
  for (const button of presets) {
    const matches = valuesOf(JSON.parse(button.dataset.preset)).every(([name, value]) => field(name).value === value);
    button.classList.toggle('active', matches);
    if (matches) {
      button.setAttribute('aria-current', 'true');
    } else {
      button.removeAttribute('aria-current');
    }
  }
}

function markSizes() {
  for (const input of form.querySelectorAll('[data-unit="bytes"]')) {
    const label = input.closest('.option').querySelector('.option-label');
    label.dataset.size = binary(Number(input.value));
  }
}

/** @param {{field: string, message: string}[]} errors */
function showErrors(errors) {
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

async function estimate() {
  asked?.abort();
  asked = new AbortController();
  const query = new URLSearchParams([...new FormData(form)].filter(([name]) => !name.startsWith('__')));
  query.set('handler', 'Estimate');
  try {
    const answer = await fetch(`/?${query}`, { signal: asked.signal, headers: { accept: 'application/json' } });
    if (answer.ok) {
      const { level, sentence, errors } = await answer.json();
      forecast.dataset.level = level;
      forecast.textContent = sentence;
      showErrors(errors);
    }
  } catch (error) {
    if (error.name !== 'AbortError') {
      forecast.dataset.level = 'wrong';
      forecast.textContent = 'RedisPerf does not answer; is it still running?';
    }
  }
}

function changed() {
  markPresets();
  markSizes();
  clearTimeout(waiting);
  waiting = setTimeout(estimate, 250);
}

for (const button of presets) {
  button.addEventListener('click', (event) => {
    event.preventDefault();
    for (const [name, value] of valuesOf(JSON.parse(button.dataset.preset))) {
      field(name).value = value;
    }
    changed();
  });
}

form.addEventListener('input', changed);
form.querySelector('[data-reload]')?.addEventListener('change', (event) => {
  location.assign(`/?benchmark=${encodeURIComponent(event.target.value)}`);
});
form.addEventListener('submit', () => {
  // A second click while the answer is on its way would queue the job twice.
  setTimeout(() => form.querySelector('.run').toggleAttribute('disabled', true));
});
addEventListener('pageshow', () => form.querySelector('.run').removeAttribute('disabled'));

markPresets();
markSizes();
form.querySelector('[aria-invalid="true"]')?.focus();
