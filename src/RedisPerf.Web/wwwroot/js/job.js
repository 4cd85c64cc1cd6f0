// The Job page: starts from the data in the page, then follows the job's events until it has ended.
import { offerPng } from './chart-png.js';
import { copyButtons } from './clipboard.js';
import { curveChart, measuresOf } from './chart-curve.js';
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
// A job with an axis of numbers is drawn as a curve, another one as runs and their spread.
const curve = data.axis ? curveChart(canvas('curve'), job, looks, { ...data.axis, measures: measuresOf(data), lines: [], marks: [], ...data.curve })
  : null;
const runs = curve ? null : runsChart(canvas('runs'), job, looks);
const spread = curve ? null : spreadChart(canvas('spread'), job, looks);
performance.measure('draw', 'draw');
let drawing = 0;
function drawNow() {
  drawing = 0;
  showCharts();
  curve?.update();
  runs?.update();
  spread?.update();
  page.dataset.points = String((curve ?? runs).points);
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
    case 'findings':
      showFindings(event.sentences);
      curve?.update(event.curve);
      return;
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

page.dataset.points = String((curve ?? runs).points);
offerPng(page, { curve, runs, spread }, { benchmark: data.document.benchmark, time: data.document.createdAt,
  title: page.querySelector('h1').textContent });
sourceDialog(page);
copyButtons(page);
onTheme(draw);
onPrint(drawNow);
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', draw);

for (const button of page.querySelectorAll('[data-scale]')) {
  button.addEventListener('click', () => {
    for (const other of button.parentElement.querySelectorAll('[data-scale]')) {
      other.setAttribute('aria-pressed', String(other === button));
    }
    curve?.update({ [button.dataset.axis]: button.dataset.scale });
    runs?.update({ scale: button.dataset.scale });
    spread?.update(button.dataset.scale);
  });
}

const measure = page.querySelector('[data-measure]');
if (curve) {
  measure.replaceChildren(...measuresOf(data).map(({ name, label }) => new Option(label, name)));
}
measure.addEventListener('change', () => (curve ?? runs).update({ measure: measure.value }));

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
