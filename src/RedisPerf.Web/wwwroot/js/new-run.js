// The New run form: presets without a reload, and the estimate and the errors for the current values.
import { base } from './base.js';
import { copyText } from './clipboard.js';
import { requestWhileTyping, sendOnce, showErrors } from './form-parts.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('new-run'));
const forecast = document.getElementById('forecast');
const field = (name) => form.elements.namedItem(name);
const optionFields = () => [...form.querySelectorAll('[name^="options."]')];
const sharedFields = ['runs', 'warmups', 'note', 'seed'];
// A preset with strategies or server settings is a link.
const presets = [...form.querySelectorAll('[data-preset]:not([data-preset=""])')];

/** @returns {[string, string][]} every option of a preset with its value, defaults included */
function valuesOf(preset) {
  const options = Object.fromEntries(Object.entries(preset.options).map(([name, value]) =>
    [`options.${name}`, Array.isArray(value) ? value.join(', ') : String(value)]));
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

const ask = requestWhileTyping(form, `${base}/?handler=Estimate`, forecast, ({ level, sentence, errors, link, command, commandNote, curl }) => {
  forecast.dataset.level = level;
  forecast.textContent = sentence;
  showErrors(form, errors);
  // The address has the values, so that Back and a reload keep them.
  history.replaceState(null, '', new URL(link).search);
  const note = document.querySelector('[data-command-note]');
  note.textContent = commandNote;
  note.hidden = !commandNote;
  for (const [name, text] of Object.entries({ link, command, curl })) {
    document.querySelector(`[data-copied="${name}"]`).textContent = text ?? 'Available when all fields are valid.';
  }
});

/** The values of the form. */
const values = () => new URLSearchParams([...new FormData(form)].filter(([name]) => !name.startsWith('__')));

/**
 * The address of the form of another benchmark: with the values that were typed for it before in this tab, and with the
 * changed fields of this form that all benchmarks have.
 * @param {string} benchmark
 */
function addressOf(benchmark) {
  const next = new URLSearchParams(sessionStorage.getItem(`new-run ${benchmark}`) ?? '');
  next.set('benchmark', benchmark);
  const all = values();
  for (const name of ['targets', 'clients', 'server', ...sharedFields.filter((shared) => field(shared).value !== field(shared).dataset.default)]) {
    next.delete(name);
    all.getAll(name).forEach((value) => next.append(name, value));
  }
  return `${base}/?${next}`;
}

function changed() {
  markPresets();
  ask();
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
  const chosen = event.target.value;
  const own = values();
  own.set('benchmark', form.dataset.benchmark);
  sessionStorage.setItem(`new-run ${form.dataset.benchmark}`, own);
  location.assign(addressOf(chosen));
});
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => copyText(button, document.querySelector(`[data-copied="${button.dataset.copy}"]`)));
}
const upload = document.getElementById('payload-upload');
upload?.addEventListener('submit', () => {
  upload.elements.namedItem('returnTo').value = `/?${values()}`;
});
document.getElementById('payload-file')?.addEventListener('change', () => upload.requestSubmit());
sendOnce(form);
markPresets();
form.querySelector('[aria-invalid="true"]')?.focus();
