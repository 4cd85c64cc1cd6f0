// The Job page: starts from the data in the page, then follows the job's events until it has ended.
import { offerPng } from './chart-png.js';
import { copyButtons } from './clipboard.js';
import { barChart } from './chart-bars.js';
import { curveChart, measuresOf } from './chart-curve.js';
import { lanesChart } from './chart-lanes.js';
import { panelCharts } from './chart-panels.js';
import { runsChart } from './chart-runs.js';
import { JobDocument } from './job-document.js';
import { follow } from './job-feed.js';
import { strip } from './job-strip.js';
import { showCases, showColumns, showRuns, showTexts, showUnits } from './job-table.js';
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
function showCharts() {
  charts.hidden = !data.isKnown || job.job.state === 'queued'
    || (job.hasEnded && job.cases.every((known) => known.runs.length === 0 && !known.summary));
  const answer = page.querySelector('[data-so-far]');
  if (answer) {
    answer.hidden = job.job.state === 'queued';
  }
}
showCharts();
const canvas = (name) => page.querySelector(`[data-chart="${name}"]`);
performance.mark('draw');
// A job is drawn along an axis of numbers as curves, along one of words as bars. Without an axis of numbers, its runs by round follow.
const axis = data.axis && { ...data.axis, measures: measuresOf(data) };
const curve = axis?.isNumeric
  ? panelCharts(page, 'curve', axis.panels, (place, panel) => curveChart(place, job, looks, { ...axis, panel, lines: [], marks: [], ...data.curve }))
  : null;
const bars = axis && !axis.isNumeric
  ? panelCharts(page, 'bars', axis.panels, (place, panel) => barChart(place, job, looks, { ...axis, panel })) : null;
const runs = canvas('runs') ? runsChart(canvas('runs'), job, looks) : null;
const lanesFigure = page.querySelector('[data-lanes-figure]');
const lanes = lanesChart(lanesFigure, job, looks, { axis: data.axis, per: data.timePer ?? 'run' });
performance.measure('draw', 'draw');
let drawing = 0;
function drawNow() {
  drawing = 0;
  showCharts();
  curve?.update();
  bars?.update();
  runs?.update();
  lanesFigure.hidden = curve !== null && job.hasEnded;
  drawLanes();
  showScale();
}

function showPoints() {
  page.dataset.points = String((curve ?? runs ?? bars)?.points ?? 0);
  // An empty chart only takes space.
  for (const chart of [curve, bars, runs].filter(Boolean)) {
    (chart.canvas ?? chart.parts[0].canvas).closest('figure').hidden = chart.points === 0;
  }
  page.dataset.dots = String(lanes.points);
}

// A slice changes nothing else.
let lanesDrawing = 0;
function drawLanes() {
  lanesDrawing = 0;
  lanes.update();
  showPoints();
}

// The times choose the scale until the reader does.
function showScale() {
  for (const button of page.querySelectorAll('[data-scale]:not([data-axis])')) {
    button.setAttribute('aria-pressed', String(button.dataset.scale === runs?.scale));
  }
}

// Several events in one frame are drawn once.
function draw() {
  drawing ||= requestAnimationFrame(drawNow);
}

/** A sentence with names in backticks. @param {string} sentence @returns {(string|HTMLElement)[]} */
const partsOf = (sentence) => sentence.split('`').map((part, index) => (index % 2 === 0 ? part
  : Object.assign(document.createElement('span'), { className: 'name', textContent: part })));

/** The sentences above the figures. @param {string[]} sentences */
function showFindings(sentences) {
  page.querySelector('[data-findings]')?.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement('p');
    line.append(...partsOf(sentence));
    return line;
  }));
}

/** The strategy that leads. A page of a job that has ended has no place for it. @param {?string} lead */
function showLead(lead) {
  page.querySelector('[data-lead]')?.replaceChildren(...partsOf(lead ?? ''));
  page.querySelector('[data-without-lead]')?.toggleAttribute('hidden', Boolean(lead));
}

/** The answer replaces the answer so far. The charts below keep their place. */
function showEnd() {
  for (const above of page.querySelectorAll('.strip, [data-line], [data-answer-space]')) {
    above.style.minHeight = `${above.offsetHeight}px`;
    addEventListener('resize', () => (above.style.minHeight = ''), { once: true });
  }
  refreshParts(page);
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
      showColumns(page.querySelector('[data-summary]'), event.omitted);
      showRuns(page, event.runs);
      break;
    case 'page':
      showTexts(page, event);
      break;
    case 'slice':
    case 'run':
      // The page has them as lanes and marks.
      return;
  }
  job.apply(name, event);
  if (name === 'lanes') {
    showLead(event.lead);
  }
  if (name === 'end') {
    showEnd();
  }
  top.show(job);
  if (name === 'progress') {
    lanes.showProgress();
  } else if (name === 'lanes') {
    lanesDrawing ||= requestAnimationFrame(drawLanes);
  } else {
    draw();
  }
}

showPoints();
showScale();
offerPng(page, { curve, bars, runs, lanes }, { benchmark: data.document.benchmark, time: data.document.createdAt,
  title: page.querySelector('h1').textContent });
sourceDialog(page);
copyButtons(page);
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

// A job that had ended runs again when it is resumed, also by the program itself after a restart, or gets more rounds.
let isElsewhere = false;
document.addEventListener('running-job', ({ detail }) => {
  if (job.hasEnded && detail === page.dataset.job && isElsewhere) {
    location.reload();
  }
  // The last event before the end of the job may arrive after its end.
  isElsewhere = job.hasEnded && detail !== page.dataset.job;
});
