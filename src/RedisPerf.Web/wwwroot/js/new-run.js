// The New run form: presets without a reload, and the estimate and the errors for the current values.
import { requestWhileTyping, markSizes, sendOnce, showErrors } from './form-parts.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('new-run'));
const forecast = document.getElementById('forecast');
const field = (name) => form.elements.namedItem(name);
const optionFields = () => [...form.querySelectorAll('[name^="options."]')];
const presets = [...form.querySelectorAll('[data-preset]')];

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

const ask = requestWhileTyping(form, '/?handler=Estimate', forecast, ({ level, sentence, errors }) => {
  forecast.dataset.level = level;
  forecast.textContent = sentence;
  showErrors(form, errors);
});

function changed() {
  markPresets();
  markSizes(form);
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
  location.assign(`/?benchmark=${encodeURIComponent(event.target.value)}`);
});
sendOnce(form);
markPresets();
markSizes(form);
form.querySelector('[aria-invalid="true"]')?.focus();
