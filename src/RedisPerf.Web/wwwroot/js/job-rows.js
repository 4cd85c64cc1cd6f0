// The summary table, row by row, from the document. Writes what Pages/Jobs/CaseRow.cs and _Summary.cshtml write.
import { comparison, exact, none, number, seconds as secondsOf } from './format.js';
import { keyOf } from './job-document.js';

/** @param {number[]} values in any order; the mean of the two in the middle when they are even in number */
function median(values) {
  const sorted = values.filter((value) => value != null).sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

const timed = (known) => known.runs.filter((run) => !run.warmup && run.state === 'ok' && run.verified);
const counted = (known) => timed(known).filter((run) => !run.leftOut);

const meanExact = ({ mean, meanLow, meanHigh }) =>
  exact(mean, 's') + (meanLow == null ? '' : `; 95 % interval ${exact(meanLow, 's')} to ${exact(meanHigh, 's')}`);

/** Which side was busy how much. */
function busy({ clientBusy, serverBusy }) {
  const share = (value) => (value == null ? 'not reported' : `${Math.round(value * 100)}%`);
  return clientBusy == null && serverBusy == null ? '' : `client ${share(clientBusy)}, server ${share(serverBusy)}`;
}

/** @param {import('./job-document.js').Case} known @param {import('./job-document.js').JobDocument} document */
function figuresOf(known, document, { yardsticks, figures }) {
  const summary = known.summary ?? {};
  const runs = counted(known);
  const encode = median(runs.map((run) => run.encodeSeconds)) || null;
  const floor = yardsticks.has(known.strategy) ? null : summary.floorRatio;
  const seconds = (value) => [secondsOf(value), exact(value, 's')];
  const percent = summary.coefficientOfVariation == null ? null : summary.coefficientOfVariation * 100;
  return {
    min: seconds(summary.min),
    mean: [secondsOf(summary.mean), meanExact(summary)],
    max: seconds(summary.max),
    median: seconds(summary.median),
    cv: [number(percent, 2), exact(percent, '%')],
    rate: [number(summary.payloadBytesPerSecond == null ? null : summary.payloadBytesPerSecond / 1e6), exact(summary.payloadBytesPerSecond, 'bytes/s')],
    floor: [number(floor), exact(floor, "times the floor's time")],
    encode: seconds(encode),
    bound: [summary.boundBy ?? none, busy(summary)],
    ...Object.fromEntries(figures.map(({ name, scale, unit }) => {
      const value = summary.figures?.[name];
      return [`figure-${name}`, value == null ? [none, ''] : [unit === 's' && scale === 1 ? secondsOf(value) : number(value * scale), exact(value, unit ?? '')]];
    })),
    verified: [`${timed(known).length}/${document.job.request.runs}`, ''],
  };
}

function showDisturbances(body, known, key) {
  const row = body.querySelector(`[data-disturbance-of="${CSS.escape(key)}"]`);
  // A swept job lists them below the table. The text comes with a summary event; until then the row of the page is right.
  if (!row || known.disturbances === undefined) {
    return;
  }
  row.hidden = known.disturbances === null;
  row.querySelector('[data-disturbances]').textContent = known.disturbances ?? '';
}

function showFailures(body, known, key) {
  const row = body.querySelector(`[data-failure-of="${CSS.escape(key)}"]`);
  const times = new Map();
  for (const run of known.runs.filter((each) => each.state === 'failed')) {
    const reason = run.error ?? 'It did not say why.';
    times.set(reason, (times.get(reason) ?? 0) + 1);
  }
  row.hidden = times.size === 0 && !known.unsupported;
  row.querySelector('[data-failures]').textContent = known.unsupported ? `Not supported: ${known.unsupported}` : [...times].map(([reason, n]) => `${n} of ${known.runs.length} runs failed: ${reason}`).join(' ');
}

/**
 * @param {HTMLTableElement} table
 * @param {import('./job-document.js').JobDocument} document
 * @param {{items: ?number, yardsticks: Set<string>, figures: {name: string, unit: ?string, scale: number}[]}} about
 * @returns {boolean} false when a case has no row: the page is older than the job
 */
export function showRows(table, document, about) {
  const body = table.tBodies[0];
  let complete = true;
  for (const known of document.cases) {
    const key = keyOf(known);
    const row = body.querySelector(`[data-case="${CSS.escape(key)}"]`);
    if (!row) {
      complete = false;
      continue;
    }
    for (const [name, [text, title]] of Object.entries(figuresOf(known, document, about))) {
      const cell = row.querySelector(`[data-f="${name}"]`);
      // Not every benchmark has every column.
      if (!cell) {
        continue;
      }
      if (cell.textContent !== text) {
        cell.textContent = text;
      }
      if (cell.title !== title) {
        cell.title = title;
      }
    }
    const told = row.querySelector('[data-against]');
    if (told) {
      const ratio = known.summary?.ratio;
      told.textContent = comparison(ratio);
      told.parentElement.title = exact(ratio?.value, "times the baseline's time");
      told.parentElement.dataset.verdict = ratio?.verdict ?? '';
    }
    showDisturbances(body, known, key);
    showFailures(body, known, key);
  }
  return complete;
}
