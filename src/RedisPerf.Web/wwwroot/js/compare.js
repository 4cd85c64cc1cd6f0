// The Compare page: both jobs' cases in one chart. Scale and figure are in the address.
import { curveChart, measuresOf } from './chart-curve.js';
import { offerPng } from './chart-png.js';
import { spreadChart } from './chart-spread.js';
import { JobDocument } from './job-document.js';
import { onPrint, onTheme } from './palette.js';

const page = /** @type {HTMLElement} */ (document.querySelector('.compare'));
const source = document.getElementById('compare-data');

function start(data) {
  const looks = new Map(data.strategies.map((look) => [look.name, look]));
  const job = new JobDocument(data.document);
  const canvas = page.querySelector('[data-chart]');
  const measures = measuresOf(data);
  const asked = new URLSearchParams(location.search);
  const measure = page.querySelector('[data-measure]');
  const chart = data.axis
    ? curveChart(canvas, job, looks, { ...data.axis, measures, lines: [], marks: [] })
    : spreadChart(canvas, job, looks);
  const scales = ['linear', 'logarithmic'];
  let scale = scales.includes(asked.get('scale')) ? asked.get('scale') : data.axis ? 'logarithmic' : 'linear';

  function show() {
    if (data.axis) {
      chart.update({ x: scale, y: scale, measure: measure.value });
    } else {
      chart.update(scale);
    }
    for (const button of page.querySelectorAll('button[data-scale]')) {
      button.setAttribute('aria-pressed', String(button.dataset.scale === scale));
    }
    page.dataset.points = String(chart.points);
  }

  /** Writes a choice to the address, the links and the form. */
  function keep(name, value) {
    const here = new URL(location.href);
    here.searchParams.set(name, value);
    history.replaceState(null, '', here);
    for (const link of page.querySelectorAll('[data-swap], .points a')) {
      const there = new URL(link.href);
      there.searchParams.set(name, value);
      link.href = there.href;
    }
    const field = page.querySelector(`input[data-state="${name}"]`);
    field.value = value;
    field.disabled = false;
    show();
  }

  measure?.replaceChildren(...measures.map(({ name, label }) => new Option(label, name)));
  if (measure && measures.some(({ name }) => name === asked.get('figure'))) {
    measure.value = asked.get('figure');
  }
  measure?.addEventListener('change', () => keep('figure', measure.value));
  for (const button of page.querySelectorAll('button[data-scale]')) {
    button.addEventListener('click', () => keep('scale', scale = button.dataset.scale));
  }
  onTheme(show);
  onPrint(show);
  offerPng(page, { compared: chart }, { benchmark: data.document.benchmark, time: data.document.createdAt,
    title: `${data.document.benchmark}: ${page.querySelector('[data-headline]').textContent}` });
  show();
}

// A failed comparison has no data.
if (source) {
  start(JSON.parse(source.textContent));
}
