// The tables of a running job. The server formats the cells; this puts them in their places.
import { base } from './base.js';
import { showTimes } from './times.js';

/**
 * @typedef {{text: string, title: string, mark: ?string}} Cell
 * @typedef {{key: string, strategy: string, at: string, axes: Object<string, string>, notices: Cell[],
 *   cells: Object<string, Cell>, failures: ?string}} CaseRow the coordinates as canonical text, and
 *   formatted by the names of their columns
 * @typedef {{anchor: string, strategy: string, axes: Object<string, string>, number: string, state: string, style: string,
 *   error: ?string, disturbed: ?string, client: Cell[], server: Cell[]}} RunRow
 */

function element(name, className, ...content) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
}

/** @param {HTMLElement} cell @param {Cell} content */
function fill(cell, { text, title, mark }) {
  if (cell.textContent !== text) {
    cell.textContent = text;
  }
  cell.title = title;
  if (mark) {
    cell.dataset.verdict = mark;
  } else {
    delete cell.dataset.verdict;
  }
}

/** @param {Element} body @param {string} name @param {string} key */
const find = (body, name, key) => body.querySelector(`[${name}="${CSS.escape(key)}"]`);

/** The values of coordinates, by the names of their axes, as they are in the canonical text. @param {string} at @returns {Map<string, string>} */
const valuesOf = (at) => new Map(at === '' ? [] : at.split('&').map((part) => part.split('=', 2)));

/** The place of a case on the axis of the table, and its coordinates on the other axes. @param {string} at @param {string} along */
function placeOf(at, along) {
  const values = valuesOf(at);
  const point = values.get(along);
  values.delete(along);
  return { point: point ?? '', panel: [...values].map((each) => each.join('=')).join('&') };
}

/** Whether the table has rows of these coordinates: it can be limited to values of axes. @param {string} at @param {string} limits */
function isShown(at, limits) {
  const values = valuesOf(at);
  return [...valuesOf(limits)].every(([axis, value]) => !values.has(axis) || values.get(axis) === value);
}

/** A row with a point takes the place of the empty row of its strategy and panel, or is added in the order of the points. @param
 * {HTMLElement} body @param {CaseRow} row @param {string} along */
function rowOf(body, { key, strategy, at }, along) {
  const known = find(body, 'data-case', key);
  if (known) {
    return known;
  }
  const { panel, point } = placeOf(at, along);
  const ofStrategy = [...body.querySelectorAll('[data-case]')].filter((each) => each.dataset.strategy === strategy);
  const ofPanel = ofStrategy.filter((each) => each.dataset.panel === panel);
  // A panel that the request does not list comes after the others.
  const siblings = ofPanel.length > 0 ? ofPanel : ofStrategy;
  const empty = ofPanel.find((each) => each.dataset.point === '');
  const made = empty ?? siblings[0].cloneNode(true);
  const failure = empty ? find(body, 'data-failure-of', empty.dataset.case) : find(body, 'data-failure-of', siblings[0].dataset.case).cloneNode(true);
  if (!empty) {
    const next = ofPanel.find((each) => Number(each.dataset.point) > Number(point));
    const last = find(body, 'data-failure-of', siblings.at(-1).dataset.case);
    if (next) {
      next.before(made, failure);
    } else {
      last.after(made, failure);
    }
  }
  made.dataset.case = key;
  made.dataset.panel = panel;
  made.dataset.point = point;
  failure.dataset.failureOf = key;
  return made;
}

/** @param {HTMLTableElement} table @param {CaseRow[]} rows */
export function showCases(table, rows) {
  const body = table.tBodies[0];
  const { along = '', limits = '' } = table.dataset;
  for (const known of rows.filter(({ at }) => isShown(at, limits))) {
    const row = rowOf(body, known, along);
    for (const cell of row.querySelectorAll('[data-f]')) {
      fill(cell, known.cells[cell.dataset.f]);
    }
    for (const cell of row.querySelectorAll('[data-axis]')) {
      cell.textContent = known.axes[cell.dataset.axis];
    }
    row.querySelector('[data-notices]').replaceChildren(...known.notices
      .map(({ text, title }) => Object.assign(element('span', 'exceptional', text), { title })));
    const failure = find(body, 'data-failure-of', known.key);
    failure.hidden = known.failures == null;
    failure.querySelector('[data-failures]').textContent = known.failures ?? '';
  }
}

/**
 * The units in the headers, which depend on the values so far.
 * @param {HTMLElement} page @param {{summary: Object<string, ?string>, client: ?string[], server: ?string[]}} units
 */
export function showUnits(page, { summary, client, server }) {
  for (const head of page.querySelectorAll('[data-summary] th[data-column]')) {
    head.querySelector('.unit').textContent = summary[head.dataset.column] ?? '';
  }
  for (const [side, texts] of Object.entries({ client, server })) {
    const heads = page.querySelector(`[data-runs="${side}"]`).parentElement.querySelectorAll('th[data-run-column] .unit');
    heads.forEach((unit, place) => (unit.textContent = texts[place] ?? ''));
  }
}

/** Hides the columns whose values have no meaning so far. @param {HTMLTableElement} table @param {string[]} omitted names of columns */
export function showColumns(table, omitted) {
  for (const cell of table.querySelectorAll('[data-column], [data-f]')) {
    cell.hidden = omitted.includes(cell.dataset.column ?? cell.dataset.f);
  }
}

/** The strategy's marker and name as in the summary table. @param {HTMLElement} page @param {string} strategy */
function lookOf(page, strategy) {
  const head = find(page, 'data-strategy', strategy).querySelector('th').cloneNode(true);
  head.querySelector('[data-notices]').remove();
  return head;
}

/** @param {HTMLElement} page @param {RunRow[]} runs */
export function showRuns(page, runs) {
  for (const body of page.querySelectorAll('[data-runs]')) {
    const { runs: side, of, limit } = body.dataset;
    const heads = [...body.parentElement.tHead.rows[0].cells];
    for (const run of runs) {
      if ((of && of !== run.strategy) || (side === 'server' && run.error != null)) {
        continue;
      }
      const id = side === 'client' ? 'id' : 'data-run';
      const known = find(body, id, run.anchor);
      if (!known && !of && body.rows.length >= Number(limit)) {
        page.querySelector('[data-more-runs]').hidden = false;
        continue;
      }
      const row = element('tr', run.style, element('td', '', run.number), lookOf(page, run.strategy));
      row.setAttribute(id, run.anchor);
      row.append(...heads.filter((head) => head.dataset.axis).map((head) => element('td', head.className, run.axes[head.dataset.axis])));
      const first = row.cells.length;
      if (run.error != null) {
        const state = element('span', 'run-state', run.state);
        state.dataset.runState = run.state;
        row.append(Object.assign(element('td', 'text', state, ` ${run.error}`), { colSpan: heads.length - first }));
      } else {
        row.append(...run[side].map((content, place) => {
          const cell = element('td', heads[first + place].className);
          fill(cell, content);
          return cell;
        }));
      }
      if (known) {
        known.replaceWith(row);
      } else {
        body.append(row);
        if (side === 'client' && run.disturbed) {
          body.append(element('tr', 'disturbance',
            Object.assign(element('td', 'text', element('span', '', run.disturbed)), { colSpan: heads.length })));
        }
      }
    }
    body.parentElement.hidden = body.rows.length === 0;
  }
  const none = page.querySelector('[data-no-runs]');
  none.hidden ||= page.querySelector('[data-runs="client"]').rows.length > 0;
}

/** The other texts of the page. @param {HTMLElement} page @param {object} texts as PageTexts.cs has them */
export function showTexts(page, texts) {
  const queue = page.querySelector('[data-queue]');
  queue.hidden = texts.position == null;
  queue.querySelector('[data-position]').textContent = texts.position ?? '';
  const running = queue.querySelector('[data-running-now]');
  running.hidden = texts.runningNow == null;
  if (texts.runningNow) {
    Object.assign(running.querySelector('a'), { href: base + texts.runningNow.address, textContent: texts.runningNow.text });
  }
  const line = page.querySelector('[data-line]');
  line.replaceChildren(...texts.line.map(({ term, text, time }) => withTime(element('span', '', `${term} ${text} `.trimStart()), time)));
  showTimes(line);
  page.querySelector('[data-targets]').textContent = texts.targets;
  page.querySelector('[data-run-count]').textContent = String(texts.runCount);

  const chart = page.querySelector('[data-answer-chart]');
  if (chart && texts.answerChart) {
    chart.innerHTML = texts.answerChart;
  }

  const differences = page.querySelector('[data-differences]');
  differences.hidden = texts.differences.length === 0;
  differences.querySelector('ul').replaceChildren(...texts.differences.map((line) => element('li', '', line)));

  const facts = page.querySelector('[data-facts]');
  facts.replaceChildren(...texts.facts.flatMap(({ term, text, time }) => [element('dt', '', term), withTime(element('dd', '', `${text} `), time)]));
  showTimes(facts);

  showDisturbed(page.querySelector('[data-disturbed]'), page, texts.disturbed);
}

/** @param {Element} place @param {?string} time */
function withTime(place, time) {
  if (time) {
    place.append(Object.assign(element('time', ''), { dateTime: time }));
  }
  return place;
}

function showDisturbed(place, page, disturbed) {
  place.hidden = disturbed == null;
  if (!disturbed) {
    return;
  }
  const details = place.querySelector('details');
  details.querySelector('summary').textContent = disturbed.summary;
  details.querySelector('ul').replaceChildren(...disturbed.strategies
    .map(({ strategy, text }) => element('li', '', ...lookOf(page, strategy).childNodes, `: ${text}`)));
  place.querySelector('.rounds').replaceChildren(...disturbed.rounds
    .map(({ text, style, title }) => Object.assign(element('li', style, text), { title })));
  for (const mark of page.querySelectorAll('[data-disturbed-mark]')) {
    mark.hidden = !disturbed.areMarked;
  }
  place.querySelector('input[name="exclude"]').value = String(!disturbed.excludedByUser);
  place.querySelector('form button').textContent = disturbed.button;
}
