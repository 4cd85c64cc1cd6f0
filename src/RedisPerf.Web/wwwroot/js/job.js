// The Job page: starts from the document in the page, then follows the job's events until it has ended.
import { offerPng } from './chart-png.js';
import { curveChart, measuresOf } from './chart-curve.js';
import { runsChart } from './chart-runs.js';
import { spreadChart } from './chart-spread.js';
import { JobDocument } from './job-document.js';
import { follow } from './job-feed.js';
import { showRows } from './job-rows.js';
import { strip } from './job-strip.js';
import { pageRefresh } from './page-refresh.js';
import { onTheme } from './palette.js';
import { sourceDialog } from './source-dialog.js';

const page = /** @type {HTMLElement} */ (document.querySelector('[data-job]'));
const data = JSON.parse(document.getElementById('job-data').textContent);
const job = new JobDocument(data.document);
const looks = new Map(data.strategies.map((look) => [look.name, look]));
const yardsticks = new Set(data.strategies.filter((look) => look.isYardstick).map((look) => look.name));
const table = page.querySelector('[data-summary]');
const top = strip(page);

const charts = page.querySelector('[data-charts]');
// An end without any run has nothing to draw; a job that still comes has its frame from the start. Cases that are no
// rivals (micro-benchmarks, from nanoseconds to seconds) have no scale in common.
const showCharts = () => (charts.hidden = !data.areRivals || (job.hasEnded && job.cases.every((known) => known.runs.length === 0 && !known.summary)));
showCharts();
const canvas = (name) => page.querySelector(`[data-chart="${name}"]`);
performance.mark('draw');
// A sweep is seen as a curve; without one, the runs and their spread tell more.
const curve = data.sweep ? curveChart(canvas('curve'), job, looks, { label: data.sweep.label, measures: measuresOf(data), ...data.curve }) : null;
const runs = curve ? null : runsChart(canvas('runs'), job, looks);
const spread = curve ? null : spreadChart(canvas('spread'), job, looks);
performance.measure('draw', 'draw');
const about = { yardsticks, figures: data.figures };

// The page itself brings what the charts need; the rows are the server's until the whole document has come.
let isWhole = false;

const refresh = pageRefresh(page, () => {
  if (!job.hasEnded && isWhole) {
    showRows(table, job, about);
  }
});

let drawing = 0;
function draw() {
  // Several events at once are one drawing.
  drawing ||= requestAnimationFrame(() => {
    drawing = 0;
    if (isWhole && !showRows(table, job, about) && !refresh.waits('rows')) {
      refresh.soon(300);
    }
    showCharts();
    curve?.update();
    runs?.update();
    spread?.update();
    page.dataset.points = String((curve ?? runs).points);
    if (isWhole) {
      page.querySelector('[data-part="run-count"]').textContent = String(job.cases.reduce((sum, known) => sum + known.runs.length, 0));
    }
  });
}

/** The sentences over the figures; the server writes them, names in backticks. @param {string[]} sentences */
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
  if (name === 'findings') {
    showFindings(event.sentences);
    curve?.update(event.curve);
    return;
  }
  const before = job.job.state;
  job.apply(name, event);
  isWhole ||= name === 'snapshot';
  if (name === 'progress' || name === 'snapshot') {
    top.expect(job.hasEnded ? null : job.job.progress?.secondsLeft);
  }
  if (name === 'end') {
    top.expect(null);
  }
  top.show(job);
  if (name === 'progress') {
    return;
  }
  draw();
  if (name === 'state' || name === 'end' || job.job.state !== before) {
    refresh.soon(50);
  } else if (name === 'run' && (event.run.disturbed || page.querySelector('[data-details="runs"][open], [data-details="server"][open]'))) {
    // No oftener: the process that writes the page is the one that measures.
    refresh.soon(1_000);
  }
}

page.dataset.points = String((curve ?? runs).points);
offerPng(page, { curve, runs, spread }, { benchmark: data.document.benchmark, time: data.document.createdAt, title: page.querySelector('h1').textContent });
sourceDialog(page);
onTheme(draw);
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', draw);

for (const details of page.querySelectorAll('[data-details]')) {
  details.addEventListener('toggle', () => details.open && !job.hasEnded && refresh.soon(0));
}

for (const button of page.querySelectorAll('[data-scale]')) {
  button.addEventListener('click', () => {
    for (const other of button.parentElement.querySelectorAll('[data-scale]')) {
      other.setAttribute('aria-pressed', String(other === button));
    }
    curve?.update({ [button.dataset.axis]: button.dataset.scale });
    runs?.update(button.dataset.scale);
    spread?.update(button.dataset.scale);
  });
}

const measure = page.querySelector('[data-measure]');
measure?.replaceChildren(...measuresOf(data).map(({ name, label }) => new Option(label, name)));
measure?.addEventListener('change', () => curve.update({ measure: measure.value }));

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
    button.textContent = 'Cancel did not get through; again';
  }
});

if (!job.hasEnded) {
  top.expect(job.job.progress?.secondsLeft);
  const lost = page.querySelector('[data-connection]');
  follow(`/api/jobs/${page.dataset.job}/events`, onEvent, (isConnected) => {
    if (lost.hidden !== isConnected) {
      lost.hidden = isConnected;
    }
  });
}
