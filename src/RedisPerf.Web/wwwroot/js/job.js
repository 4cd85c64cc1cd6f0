// The Job page: starts from the data in the page, then follows the job's events until it has ended.
import { offerPng } from './chart-png.js';
import { barChart } from './chart-bars.js';
import { curveChart, measuresOf } from './chart-curve.js';
import { panelCharts } from './chart-panels.js';
import { runsChart } from './chart-runs.js';
import { spreadChart } from './chart-spread.js';
import { JobDocument } from './job-document.js';
import { follow } from './job-feed.js';
import { strip } from './job-strip.js';
import { showCases, showRuns, showTexts, showUnits } from './job-table.js';
import { refreshParts } from './page-refresh.js';
import { onPrint, onTheme } from './palette.js';
import { sourceDialog } from './source-dialog.js';

const page = /** @type {HTMLElement} */ (document.querySelector('[data-job]'));
const data = JSON.parse(document.getElementById('job-data').textContent);
const job = new JobDocument(data.document);
const looks = new Map(data.strategies.map((look) => [look.name, look]));
const top = strip(page);

const charts = page.querySelector('[data-charts]');
// A queued job and a job that ended without runs have no charts. Nor has an unknown benchmark, such as an imported micro-benchmark: its cases
// have no common scale.
const showCharts = () => (charts.hidden = !data.isKnown || job.job.state === 'queued'
  || (job.hasEnded && job.cases.every((known) => known.runs.length === 0 && !known.summary)));
showCharts();
const canvas = (name) => page.querySelector(`[data-chart="${name}"]`);
performance.mark('draw');
// A job is drawn along an axis of numbers as curves, along one of words as bars. Without an axis of numbers, its runs and their spread follow.
const axis = data.axis && { ...data.axis, measures: measuresOf(data) };
const curve = axis?.isNumeric
  ? panelCharts(page, 'curve', axis.panels, (place, panel) => curveChart(place, job, looks, { ...axis, panel, lines: [], marks: [], ...data.curve }))
  : null;
const bars = axis && !axis.isNumeric
  ? panelCharts(page, 'bars', axis.panels, (place, panel) => barChart(place, job, looks, { ...axis, panel })) : null;
const runs = canvas('runs') ? runsChart(canvas('runs'), job, looks) : null;
const spread = canvas('spread') ? spreadChart(canvas('spread'), job, looks) : null;
const countPoints = () => (page.dataset.points = String((curve ?? runs ?? bars)?.points ?? 0));
performance.measure('draw', 'draw');
let drawing = 0;
function drawNow() {
  drawing = 0;
  showCharts();
  curve?.update();
  bars?.update();
  runs?.update();
  spread?.update();
  countPoints();
}

// Several events in one frame are drawn once.
function draw() {
  drawing ||= requestAnimationFrame(drawNow);
}

/** The sentences above the figures, with names in backticks. @param {string[]} sentences */
function showFindings(sentences) {
  const place = page.querySelector('[data-findings]');
  place.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement('p');
    line.append(...sentence.split('`').map((part, index) => {
      if (index % 2 === 0) {
        return part;
      }
      const named = document.createElement('span');
      named.className = 'name';
      named.textContent = part;
      return named;
    }));
    return line;
  }));
}

function onEvent(name, event) {
  switch (name) {
    case 'findings': {
      // Another axis than that of the job has its own sentences.
      const own = event.along?.[axis?.name] ?? event;
      showFindings(own.sentences);
      curve?.update(own.curve);
      return;
    }
    case 'rows':
      showUnits(page, event.units);
      showCases(page.querySelector('[data-summary]'), event.cases);
      showRuns(page, event.runs);
      return;
    case 'page':
      showTexts(page, event);
      return;
  }
  job.apply(name, event);
  if (name === 'end') {
    refreshParts(page);
  }
  top.show(job);
  if (name !== 'progress') {
    draw();
  }
}

countPoints();
offerPng(page, { curve, bars, runs, spread }, { benchmark: data.document.benchmark, time: data.document.createdAt,
  title: page.querySelector('h1').textContent });
sourceDialog(page);
onTheme(draw);
onPrint(drawNow);
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', draw);

for (const button of page.querySelectorAll('button[data-scale]')) {
  button.addEventListener('click', () => {
    for (const other of button.parentElement.querySelectorAll('[data-scale]')) {
      other.setAttribute('aria-pressed', String(other === button));
    }
    const { axis: scaled, scale } = button.dataset;
    if (scaled) {
      (curve ?? bars).update({ [scaled]: scale });
    } else {
      runs?.update({ scale });
      spread?.update(scale);
    }
  });
}

for (const measure of page.querySelectorAll('[data-measure]')) {
  const chart = { curve, bars, runs }[measure.dataset.measure];
  if (chart !== runs) {
    measure.replaceChildren(...axis.measures.map(({ name, label }) => new Option(label, name)));
  }
  measure.addEventListener('change', () => chart.update({ measure: measure.value }));
}

page.querySelector('[data-cancel]').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const button = form.querySelector('button');
  button.disabled = true;
  button.textContent = 'Cancelling…';
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
  } catch {
    button.disabled = false;
    button.textContent = 'Cancel failed. Try again';
  }
});

if (!job.hasEnded) {
  const lost = page.querySelector('[data-connection]');
  const known = Number(page.querySelector('[data-run-count]').textContent);
  follow(page.dataset.job, known, onEvent, (isConnected) => {
    if (lost.hidden !== isConnected) {
      lost.hidden = isConnected;
    }
  });
}
