// The summary table, row by row, from the document. Writes what Pages/Jobs/CaseRow.cs and _Summary.cshtml write.
import { comparison, count, exact, number, seconds as secondsOf } from './format.js';
import { keyOf } from './job-document.js';

/** @param {number[]} values in any order; the mean of the two in the middle when they are even in number */
function median(values) {
  const sorted = values.filter((value) => value != null).sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

const counted = (known) => known.runs.filter((run) => !run.warmup && run.state === 'ok' && run.verified);

/** How many times over a case did the work: its operations over the fewest of any case. Null below 1.01. */
function amplification(known, cases) {
  const operations = (one) => median(counted(one).map((run) => run.operations));
  const fewest = Math.min(...cases.filter((other) => other.point === known.point).map(operations).filter((value) => value > 0));
  const factor = operations(known) / fewest;
  return factor >= 1.01 ? factor : null;
}

/** @param {import('./job-document.js').Case} known @param {import('./job-document.js').JobDocument} document */
function figuresOf(known, document, items, isYardstick) {
  const summary = known.summary ?? {};
  const runs = counted(known);
  const encode = median(runs.map((run) => run.encodeSeconds)) || null;
  const growth = median(runs.map((run) => run.server?.usedMemoryDelta));
  const perItem = items > 0 && growth > 0 ? growth / items : null;
  const floor = isYardstick ? null : summary.floorRatio;
  const seconds = (value) => [secondsOf(value), exact(value, 's')];
  const percent = summary.coefficientOfVariation == null ? null : summary.coefficientOfVariation * 100;
  return {
    min: seconds(summary.min),
    mean: seconds(summary.mean),
    max: seconds(summary.max),
    median: seconds(summary.median),
    cv: [number(percent, 2), exact(percent, '%')],
    rate: [number(summary.payloadBytesPerSecond == null ? null : summary.payloadBytesPerSecond / 1e6), exact(summary.payloadBytesPerSecond, 'bytes/s')],
    floor: [number(floor), exact(floor, "times the floor's time")],
    encode: seconds(encode),
    bytesPerItem: [count(perItem), exact(perItem, 'bytes')],
    verified: [`${runs.length}/${document.job.request.runs}`, ''],
  };
}

function showFailures(body, known, key) {
  const row = body.querySelector(`[data-failure-of="${CSS.escape(key)}"]`);
  const times = new Map();
  for (const run of known.runs.filter((each) => each.state === 'failed')) {
    const reason = run.error ?? 'It did not say why.';
    times.set(reason, (times.get(reason) ?? 0) + 1);
  }
  row.hidden = times.size === 0;
  row.querySelector('[data-failures]').textContent = [...times].map(([reason, n]) => `${n} of ${known.runs.length} runs failed: ${reason}`).join(' ');
}

/**
 * @param {HTMLTableElement} table
 * @param {import('./job-document.js').JobDocument} document
 * @param {{items: ?number, yardsticks: Set<string>}} about
 * @returns {boolean} false when a case has no row: the page is older than the job
 */
export function showRows(table, document, { items, yardsticks }) {
  const body = table.tBodies[0];
  let complete = true;
  for (const known of document.cases) {
    const key = keyOf(known);
    const row = body.querySelector(`[data-case="${CSS.escape(key)}"]`);
    if (!row) {
      complete = false;
      continue;
    }
    for (const [name, [text, title]] of Object.entries(figuresOf(known, document, items, yardsticks.has(known.strategy)))) {
      const cell = row.querySelector(`[data-f="${name}"]`);
      if (cell.textContent !== text) {
        cell.textContent = text;
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
    const factor = amplification(known, document.cases);
    const note = row.querySelector('[data-f="amplification"]');
    note.hidden = factor === null;
    note.textContent = factor === null ? '' : `${number(factor)} × the writes`;
    showFailures(body, known, key);
  }
  return complete;
}
