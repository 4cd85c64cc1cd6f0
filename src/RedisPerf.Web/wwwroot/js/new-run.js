// The New run form: presets without a reload, and the estimate and the errors for the current values.
import { base } from './base.js';
import { copyText } from './clipboard.js';
import { requestWhileTyping, sendOnce, sendWithKeys, showErrors, showForecast } from './form-parts.js';
import { payloadUpload } from './payload-upload.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('new-run'));
const forecast = document.getElementById('forecast');
const field = (name) => form.elements.namedItem(name);
const inputsOf = (name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
const optionNames = [...new Set([...form.querySelectorAll('[name^="options."]')].map((input) => input.name))];
const sharedFields = ['runs', 'warmups', 'note', 'seed'];
// A preset with strategies or server settings is a link.
const presets = [...form.querySelectorAll('[data-preset]:not([data-preset=""])')];

/** The value of a field; the selected check boxes of a group as a list. */
const valueOf = (name) => (inputsOf(name)[0].type === 'checkbox'
  ? inputsOf(name).filter((box) => box.checked).map((box) => box.value).join(', ') : field(name).value);

function setValue(name, value) {
  if (inputsOf(name)[0].type === 'checkbox') {
    const chosen = value.split(', ');
    inputsOf(name).forEach((box) => { box.checked = chosen.includes(box.value); });
  } else {
    field(name).value = value;
  }
}

/** @returns {[string, string][]} every option of a preset with its value, defaults included */
function valuesOf(preset) {
  const options = Object.fromEntries(Object.entries(preset.options).map(([name, value]) =>
    [`options.${name}`, Array.isArray(value) ? value.join(', ') : String(value)]));
  return [['runs', String(preset.runs)], ...optionNames.map((name) => [name, options[name] ?? inputsOf(name)[0].dataset.default])];
}

function markPresets() {
  for (const button of presets) {
    const matches = valuesOf(JSON.parse(button.dataset.preset)).every(([name, value]) => valueOf(name) === value);
    button.classList.toggle('active', matches);
    if (matches) {
      button.setAttribute('aria-current', 'true');
    } else {
      button.removeAttribute('aria-current');
    }
  }
}

/** The values of the form. */
const values = () => new URLSearchParams([...new FormData(form)].filter(([name]) => !name.startsWith('__')));

const upload = payloadUpload(field('payload'), values, changed);
const ask = requestWhileTyping(form, `${base}/?handler=Estimate`, forecast, (answer) => {
  const { errors, link, command, commandNote, curl, presets: times, payload } = answer;
  showForecast(forecast, answer);
  showErrors(form, errors);
  for (const place of document.querySelectorAll('[data-time-of]')) {
    const time = times[place.dataset.timeOf];
    place.textContent = time ? `· ${time}` : '';
  }
  upload.show(payload);
  // The address has the values, so that Back and a reload keep them.
  history.replaceState(null, '', new URL(link).search);
  const note = document.querySelector('[data-command-note]');
  note.textContent = commandNote;
  note.hidden = !commandNote;
  for (const [name, text] of Object.entries({ link, command, curl })) {
    document.querySelector(`[data-copied="${name}"]`).textContent = text ?? 'Available when all fields are valid.';
  }
});

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
      setValue(name, value);
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
sendWithKeys(form);
sendOnce(form);
markPresets();
form.querySelector('[aria-invalid="true"]')?.focus();
