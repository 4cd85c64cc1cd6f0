// The New run form: presets without a reload, and the estimate and the errors for the current values.
import { base } from './base.js';
import { copyText } from './clipboard.js';
import { requestWhileTyping, sendOnce, sendWithKeys, showErrors, showForecast } from './form-parts.js';

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

const ask = requestWhileTyping(form, `${base}/?handler=Estimate`, forecast, (answer) => {
  const { errors, link, command, commandNote, curl, presets: times, payload } = answer;
  showForecast(forecast, answer);
  showErrors(form, errors);
  for (const place of document.querySelectorAll('[data-time-of]')) {
    const time = times[place.dataset.timeOf];
    place.textContent = time ? `· ${time}` : '';
  }
  showPayload(payload);
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
const upload = document.getElementById('payload-upload');
const payloadField = field('payload');
const understood = document.getElementById('payload-understood');

/** Shows the values and the form of the payload that was uploaded now. @param {string | null} text */
function showPayload(text) {
  const chosen = payloadField?.selectedOptions[0];
  if (text && chosen?.dataset.uploaded) {
    chosen.textContent = text;
    understood.textContent = text;
  } else if (understood && !understood.classList.contains('field-error')) {
    understood.textContent = '';
  }
}

/** Stores a file without leaving the form, and selects it. @param {File} file */
async function store(file) {
  const show = (text, isError) => {
    understood.textContent = text;
    understood.classList.toggle('field-error', isError);
  };
  show(`${file.name} is being uploaded …`, false);
  const fields = new URLSearchParams({ name: file.name });
  const format = document.getElementById('payload-format').value;
  if (format !== 'auto') {
    fields.set('format', format);
  }
  try {
    const response = await fetch(`${base}/api/payloads?${fields}`, {
      method: 'POST', body: file, headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    });
    const answer = await response.json();
    if (!response.ok) {
      show(Object.values(answer.errors ?? {}).flat().join(' ') || answer.detail || answer.title, true);
      return;
    }
    let option = [...payloadField.options].find(({ value }) => value === answer.hash);
    if (!option) {
      option = new Option(file.name, answer.hash);
      payloadField.add(option);
    }
    option.dataset.uploaded = 'true';
    option.selected = true;
    changed();
  } catch {
    show('The upload failed. Check whether RedisPerf is running, and choose the file again.', true);
  }
}

document.getElementById('payload-file')?.addEventListener('change', ({ target }) => {
  if (target.files.length > 0) {
    store(target.files[0]);
    // The same file can be chosen again.
    target.value = '';
  }
});
upload?.addEventListener('submit', () => {
  upload.elements.namedItem('returnTo').value = `/?${values()}`;
});
sendWithKeys(form);
sendOnce(form);
markPresets();
form.querySelector('[aria-invalid="true"]')?.focus();
