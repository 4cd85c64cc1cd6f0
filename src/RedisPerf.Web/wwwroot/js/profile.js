// The page of a profile: a graph of the stacks of each case and side. The tables have the same times as text.
import { base } from './base.js';
import { number } from './chart-format.js';
import { flamegraph, select } from '../lib/flame-graph.min.js';

/** @typedef {{name: string, value: number, own: number, children: Map<number, Frame>}} Frame */

const seconds = (value) => `${value.toFixed(3)} s`;
const mixed = (color, percent) => `color-mix(in srgb, var(--${color}) ${Math.round(percent)}%, var(--grid))`;
/** The type and the method, without the namespace. Names of native functions have no capital at the start. @param {string} name */
const short = (name) => name.replace(/^[A-Z]\w*\.(?:\w+\.)*(?=[^.]+\.+[^.]+$)/, '');

/** The frames of a file of speedscope, and the own time of each method. @returns {{root: Frame, methods: Map<string, number>}} */
function read({ shared: { frames }, profiles: [{ samples, weights }] }) {
  const frameOf = (name) => ({ name, value: 0, own: 0, children: new Map() });
  const root = frameOf('all threads');
  const methods = new Map();
  samples.forEach((stack, index) => {
    let frame = root;
    root.value += weights[index];
    for (const place of stack) {
      if (!frame.children.has(place)) {
        frame.children.set(place, frameOf(frames[place].name));
      }
      frame = frame.children.get(place);
      frame.value += weights[index];
    }
    frame.own += weights[index];
    methods.set(frame.name, (methods.get(frame.name) ?? 0) + weights[index]);
  });
  return { root, methods };
}

/** The colors of one case: shades, so that neighbors differ. */
const shades = {
  colorOf: (name) => mixed('second', 30 + 10 * ([...name].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % 997, 7) % 4)),
  textOf: () => '',
};

/** The colors of two cases: which one has more own time in a method. */
function differenceOf(first, second) {
  const differences = new Map([...first.methods.keys(), ...second.methods.keys()]
    .map((name) => [name, (first.methods.get(name) ?? 0) - (second.methods.get(name) ?? 0)]));
  const largest = Math.max(...[...differences.values()].map(Math.abs));
  const of = (name) => differences.get(name) ?? 0;
  return {
    colorOf: (name) => mixed(of(name) > 0 ? 'first' : 'second', 100 * Math.abs(of(name)) / largest),
    textOf: (name) => (of(name) === 0 ? ''
      : `; own time of the method ${seconds(Math.abs(of(name)))} longer in ${(of(name) > 0 ? first : second).figure.dataset.case}`),
  };
}

/** Draws a graph. @returns {{search: (term: string) => void, showAll: () => void}} */
function draw({ figure, root }, { colorOf, textOf }) {
  const box = figure.querySelector('.flame');
  const [found, text] = [figure.querySelector('.found'), figure.querySelector('.frame-text')];
  const shareOf = (value) => `${seconds(value)} (${number(100 * value / root.value, 2)}%)`;
  const labelOf = ({ data }) => `${data.name}: ${shareOf(data.value)}, own time ${seconds(data.own)}${textOf(data.name)}`;
  const chart = flamegraph()
    .width(box.clientWidth).cellHeight(20).inverted(true).minFrameSize(1).resetHeightOnZoom(true)
    .transitionDuration(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250)
    .getName((frame) => short(frame.data.name))
    .getChildren((frame) => frame.children.values())
    .sort((one, other) => other.data.value - one.data.value)
    .setColorMapper((frame) => colorOf(frame.data.name))
    .setLabelHandler(labelOf)
    .setDetailsHandler((label) => { text.textContent = label ?? ''; })
    .setSearchMatch((frame, term) => frame.data.name.toLowerCase().includes(term))
    .setSearchHandler((matches) => {
      const outermost = matches.filter((frame) => !frame.ancestors().some((each) => each !== frame && each.highlight));
      found.textContent = `found: ${shareOf(outermost.reduce((sum, frame) => sum + frame.data.value, 0))} in ${matches.length} frames`;
    })
    .onClick((frame) => {
      current = frame;
      describe();
    });
  select(box).datum(root).call(chart);
  const svg = select(box).select('svg').attr('role', 'group').attr('aria-label', figure.querySelector('figcaption').textContent);
  const top = svg.select('g').datum();
  let current = top;

  const frames = () => svg.selectAll('g');
  const isDrawn = (frame) => frames().data().includes(frame);

  /** The library replaces the attributes of the frames in each update. One frame is in the order of the tabulator. */
  function describe() {
    current = isDrawn(current) ? current : top;
    frames().attr('role', 'button').attr('aria-label', labelOf).attr('tabindex', (frame) => (frame === current ? 0 : -1))
      .classed('match', (frame) => frame.highlight === true)
      .on('focus', (_, frame) => { text.textContent = labelOf(frame); })
      .on('blur', () => { text.textContent = ''; });
  }

  function focus(frame) {
    current = frame;
    describe();
    frames().filter((each) => each === current).node().focus();
  }

  const siblings = (frame) => (frame.parent?.children ?? [frame]).filter(isDrawn);
  const goals = {
    ArrowUp: (frame) => frame.parent,
    ArrowDown: (frame) => frame.children?.find(isDrawn),
    ArrowLeft: (frame) => siblings(frame)[siblings(frame).indexOf(frame) - 1],
    ArrowRight: (frame) => siblings(frame)[siblings(frame).indexOf(frame) + 1],
  };
  box.addEventListener('keydown', (event) => {
    const zoomed = { Enter: current, ' ': current, Escape: top }[event.key];
    const goal = goals[event.key];
    if (!zoomed && !goal) {
      return;
    }
    event.preventDefault();
    if (zoomed) {
      chart.zoomTo(zoomed);
    }
    focus(zoomed ?? goal(current) ?? current);
  });
  new ResizeObserver(() => {
    if (box.clientWidth !== chart.width()) {
      chart.width(box.clientWidth).update();
      describe();
    }
  }).observe(box);
  describe();

  return {
    search(term) {
      box.classList.toggle('searched', term !== '');
      if (term) {
        chart.search(term.toLowerCase());
      } else {
        chart.clear();
        found.textContent = '';
      }
      describe();
    },
    showAll: () => chart.resetZoom(),
  };
}

async function load(figure) {
  const answer = await fetch(base + figure.dataset.flame);
  if (!answer.ok) {
    throw new Error(`${answer.status} ${answer.statusText}`);
  }
  return { figure, ...read(await answer.json()) };
}

async function start(section) {
  const figures = await Promise.all([...section.querySelectorAll('[data-flame]')].map(load));
  const graphs = figures.map((each) => {
    const [first, second] = figures.filter((other) => other.figure.dataset.side === each.figure.dataset.side);
    return draw(each, second ? differenceOf(first, second) : shades);
  });
  const field = section.querySelector('[data-search]');
  const search = () => graphs.forEach((graph) => graph.search(field.value.trim()));
  field.addEventListener('input', search);
  section.querySelector('[data-all]').addEventListener('click', () => graphs.forEach((graph) => graph.showAll()));
  // A browser restores the field of a page to which its reader returns.
  search();
}

const section = document.querySelector('[data-flames]');
if (section) {
  start(section).catch((error) => { section.querySelector('.frame-text').textContent = `The stacks could not be loaded: ${error.message}`; });
}
