// The color and the marker of each strategy, on every page and chart. StrategyLook.cs states them.

/** @typedef {{name: string, color: string, cssClass: string, order: number, marker: string, asPublished: boolean, isFloor: boolean}} Look */

let source = document.documentElement;
const read = (name) => getComputedStyle(source).getPropertyValue(name).trim();

/** Draws with the colors of the light theme, regardless of the theme of the page. @template T @param {() => T} draw @returns {T} */
export function inLight(draw) {
  source = document.createElement('div');
  source.dataset.bsTheme = 'light';
  source.hidden = true;
  document.body.append(source);
  try {
    return draw();
  } finally {
    source.remove();
    source = document.documentElement;
  }
}

/** @param {Look} look */
export const orderOf = (look) => look.order;

/** @param {Look} look */
export const colorOf = (look) => read(`--${look.color}`);

/** The colors of the axes and texts of a chart in the current theme. */
export const ink = () => ({ text: read('--quiet-text'), strong: read('--strong-text'), grid: read('--grid'), ground: read('--ground'),
  panel: read('--panel'), warn: read('--warn') });

const turns = { triangleDown: 180, triangleRight: 90, triangleLeft: 270 };

/** @param {Look} look @returns {{style: string, rotation: number}} a shape in Chart.js's words, the same as in the tables */
export function markerOf(look) {
  const rotation = turns[look.marker] ?? 0;
  return { style: look.isFloor ? 'circle' : rotation ? 'triangle' : look.marker, rotation };
}

const dots = (count) => Array(count).fill([1.5, 3]).flat();

/**
 * One dash pattern for each target. Color and marker identify the strategy.
 * @param {number} target index of the target in the job
 * @param {number} [stroke] length of the strokes of the floor, a published strategy or a base; without it the first target's line is solid
 */
export function dashOf(target, stroke) {
  return stroke ? [stroke, 3, ...dots(target)] : target > 0 ? [9, 3, ...dots(target - 1)] : [];
}

/** Dots in groups, for lines that were not measured. @param {number} place index among the lines of the same color */
export const dotted = (place) => [...Array(place).fill([2, 3]).flat(), 2, place > 0 ? 9 : 3];

/** Calls back when the theme changes. */
export function onTheme(callback) {
  new MutationObserver(callback).observe(document.documentElement, { attributeFilter: ['data-bs-theme'] });
}

/** Calls back before and after the page is printed, to draw on white paper and then in the theme again. @param {() => void} draw draws at once */
export function onPrint(draw) {
  addEventListener('beforeprint', () => inLight(draw));
  addEventListener('afterprint', draw);
}

const isOnScreen = () => source === document.documentElement;

export const animation = () => (!isOnScreen() || matchMedia('(prefers-reduced-motion: reduce)').matches
  ? false
  // Chart.js 4.6.1 ignores a resize in the last frame of an animation until the next drawing.
  : { duration: 250, onComplete: ({ chart }) => chart.resize() });
