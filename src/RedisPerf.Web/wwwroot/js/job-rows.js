// The summary table, row by row, from the document. Writes what Pages/Jobs/CaseRow.cs and _Summary.cshtml write.
import { count, exact, none, number } from './format.js';
import { keyOf } from './job-document.js';

const mean = (values) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
const middle = (values) => (values.length === 0 ? null : values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);

/** @param {?object} ratio below 1 is faster; told with the greater number first */
export function against(ratio) {
  if (!ratio) {
    return { text: none, interval: '' };
  }
  const faster = ratio.verdict === 'faster';
  const text = faster || ratio.verdict === 'slower' ? `${number(faster ? 1 / ratio.value : ratio.value)} × ${ratio.verdict}` : ratio.verdict;
  if (ratio.low == null || ratio.high == null) {
    return { text, interval: '' };
  }
  const [low, high] = faster ? [1 / ratio.high, 1 / ratio.low] : [ratio.low, ratio.high];
  return { text, interval: `(${number(low)}–${number(high)})` };
}

/** @param {import('./job-document.js').Case} known @param {?number} items @param {boolean} isYardstick */
function figuresOf(known, items, isYardstick) {
  const summary = known.summary ?? {};
  const timed = known.runs.filter((run) => !run.warmup);
  const ok = timed.filter((run) => run.state === 'ok');
  const encode = mean(ok.map((run) => run.encodeSeconds).filter((value) => value != null)) || null;
  const growth = middle(ok.map((run) => run.server?.usedMemoryDelta).filter((value) => value != null));
  const perItem = items > 0 && growth > 0 ? growth / items : null;
  const floor = isYardstick ? null : summary.floorRatio;
  const seconds = (value) => [number(value), exact(value, 's')];
  const percent = summary.coefficientOfVariation == null ? null : summary.coefficientOfVariation * 100;
  return {
    min: seconds(summary.min),
    mean: seconds(summary.mean),
    max: seconds(summary.max),
    median: seconds(summary.median),
    cv: [number(percent), exact(percent, '%')],
    rate: [number(summary.payloadBytesPerSecond == null ? null : summary.payloadBytesPerSecond / 1e6), exact(summary.payloadBytesPerSecond, 'bytes/s')],
    floor: [number(floor), exact(floor, "times the floor's time")],
    encode: seconds(encode),
    bytesPerItem: [count(perItem), exact(perItem, 'bytes')],
    verified: [timed.length > 0 ? `${ok.filter((run) => run.verified).length}/${timed.length}` : none, ''],
  };
}

function showFailures(body, known, key) {
  const row = body.querySelector(`[data-failure-of="${CSS.escape(key)}"]`);
  const times = new Map();
  for (const run of known.runs.filter((each) => each.state === 'failed')) {
    const reason = run.error ?? 'It gave no reason.';
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
    for (const [name, [text, title]] of Object.entries(figuresOf(known, items, yardsticks.has(known.strategy)))) {
      const cell = row.querySelector(`[data-f="${name}"]`);
      if (cell.textContent !== text) {
        cell.textContent = text;
        cell.title = title;
      }
    }
    const told = row.querySelector('[data-against]');
    if (told) {
      const { text, interval } = against(known.summary?.ratio);
      told.textContent = text;
      row.querySelector('[data-interval]').textContent = interval;
      row.querySelector('.verdict').dataset.verdict = known.summary?.ratio?.verdict ?? '';
    }
    const operations = known.runs.findLast((run) => !run.warmup && run.state === 'ok')?.operations;
    const note = row.querySelector('[data-f="amplification"]');
    note.hidden = !(items > 0 && operations > items);
    note.textContent = note.hidden ? '' : `${number(operations / items)} × the writes`;
    showFailures(body, known, key);
  }
  return complete;
}
