// The colour and the marker of each strategy, on every page and chart. The colours are in theme.css.

/** @typedef {{name: string, slot: number, marker: string, asPublished: boolean, isYardstick: boolean}} Look */

let source = document.documentElement;
const read = (name) => getComputedStyle(source).getPropertyValue(name).trim();

/** Runs what draws with the colours of the light theme, whichever the page shows. @template T @param {() => T} draw @returns {T} */
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
export const colourOf = (look) => read(look.isYardstick ? '--floor' : `--s${look.slot}`);

/** The colours of a chart's own parts in the theme of the moment. */
export const ink = () => ({ text: read('--quiet-text'), strong: read('--strong-text'), grid: read('--grid'), ground: read('--ground'), panel: read('--panel'), warn: read('--warn') });

const turns = { triangleDown: 180, triangleRight: 90, triangleLeft: 270 };

/** @param {Look} look @returns {{style: string, rotation: number}} a shape in Chart.js's words, the same as in the tables */
export function markerOf(look) {
  const rotation = turns[look.marker] ?? 0;
  return { style: look.isYardstick ? 'circle' : rotation ? 'triangle' : look.marker, rotation };
}

const dots = (count) => Array(count).fill([1.5, 3]).flat();

/**
 * One dash for each target: the colour and the marker tell the strategy alone.
 * @param {number} target its place among the job's
 * @param {number} [stroke] length of the strokes of a yardstick, a published strategy or a base; without it the first target's line is solid
 */
export function dashOf(target, stroke) {
  return stroke ? [stroke, 3, ...dots(target)] : target > 0 ? [9, 3, ...dots(target - 1)] : [];
}

/** Dots in groups, for what was not measured here. @param {number} place among those of the same colour */
export const dotted = (place) => [...Array(place).fill([2, 3]).flat(), 2, place > 0 ? 9 : 3];

/** Calls back when the theme changes. */
export function onTheme(callback) {
  new MutationObserver(callback).observe(document.documentElement, { attributeFilter: ['data-bs-theme'] });
}

export const animation = () => (matchMedia('(prefers-reduced-motion: reduce)').matches
  ? false
  // A window that changes its size in the last frame of an animation is forgotten by Chart.js 4.6.1 until the next drawing.
  : { duration: 250, onComplete: ({ chart }) => chart.resize() });
