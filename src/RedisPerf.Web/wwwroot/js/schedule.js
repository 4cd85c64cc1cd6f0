// The form of a schedule: the next times, the estimate and the errors for the current values.
import { base } from './base.js';
import { requestWhileTyping, sendOnce, showErrors, showForecast } from './form-parts.js';
import { showTimes } from './times.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('schedule'));
const forecast = document.getElementById('forecast');
const next = document.getElementById('next');
const zone = /** @type {HTMLInputElement} */ (document.getElementById('timeZone'));

/** @param {{at: string, local: string}[]} times */
function showNext(times) {
  next.replaceChildren(...times.map(({ at, local }) => {
    const line = document.createElement('li');
    const clock = document.createElement('span');
    clock.className = 'figure';
    clock.textContent = local;
    const own = document.createElement('span');
    own.className = 'quiet';
    const time = document.createElement('time');
    time.dateTime = at;
    own.append(time);
    line.append(clock, ' ', own);
    return line;
  }));
  showTimes(next);
}

const ask = requestWhileTyping(form, `${base}/schedules/new?handler=Preview`, forecast, (answer) => {
  showNext(answer.times);
  showForecast(forecast, answer);
  // The preview does not check the name.
  showErrors(form, answer.errors, (field) => field !== 'name');
});

form.addEventListener('input', (event) => {
  // Typing into a line selects it.
  const line = event.target.dataset.of;
  if (line) {
    document.getElementById(line).checked = true;
  }
  if (event.target.name === 'name') {
    showErrors(form, [], (field) => field === 'name');
  }
  ask();
});

if (zone.dataset.open === 'true') {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isChoice = Array.from(zone.list.options).some((option) => option.value === own);
  if (isChoice && own !== zone.value) {
    zone.value = own;
    ask();
  }
}

sendOnce(form);
form.querySelector('[aria-invalid="true"]')?.focus();
