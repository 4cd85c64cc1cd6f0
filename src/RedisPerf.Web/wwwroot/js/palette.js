// One colour and one marker for each strategy, on every page and chart; the colours themselves stand in site.css.

/** @typedef {{name: string, slot: number, marker: string, asPublished: boolean, isYardstick: boolean}} Look */

const read = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

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

/** Calls back when the theme changes. */
export function onTheme(callback) {
  new MutationObserver(callback).observe(document.documentElement, { attributeFilter: ['data-bs-theme'] });
}

export const animation = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? false : { duration: 250 });
