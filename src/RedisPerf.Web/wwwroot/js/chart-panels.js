// Several charts of one scale, one for each combination of the values on the other axes, with one legend.
import { ink } from './palette.js';

/** @typedef {{at: Object<string, string|number|boolean>, title: string}} Panel */

/** The title of a chart of several. @param {?Panel} panel */
export const titleOfPanel = (panel) => (panel?.title
  ? { display: true, text: panel.title, align: 'start', color: ink().strong, font: { size: 12 }, padding: { top: 2, bottom: 6 } }
  : { display: false });

/** A button for each line, which hides it in all charts. @param {HTMLElement} list @param {Element} page @param {import('chart.js').Chart[]}
 * charts */
function showLegend(list, page, charts) {
  const labels = [...new Set(charts.flatMap((chart) => chart.data.datasets.map((set) => set.label)))];
  const known = new Map([...list.querySelectorAll('button')].map((button) => [button.dataset.series, button]));
  for (const label of labels.filter((each) => !known.has(each))) {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    button.dataset.series = label;
    button.setAttribute('aria-pressed', 'true');
    const swatch = page.querySelector(`[data-summary] [data-strategy="${CSS.escape(label)}"] .swatch`);
    button.append(swatch ? swatch.cloneNode(true) : '┄', ` ${label}`);
    button.addEventListener('click', () => {
      const isShown = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isShown));
      for (const chart of charts) {
        chart.data.datasets.forEach((set, index) => set.label === label && chart.setDatasetVisibility(index, isShown));
        chart.update();
      }
    });
    list.append(Object.assign(document.createElement('li'), { className: 'legend-line' }));
    list.lastElementChild.append(button);
  }
}

/**
 * The charts along an axis as one chart.
 * @param {HTMLElement} page @param {string} kind the name of the chart: its canvases have it
 * @param {Panel[]} panels
 * @param {(canvas: HTMLCanvasElement, panel: ?Panel) => object} make a chart on a canvas; of a panel if the job has several
 */
export function panelCharts(page, kind, panels, make) {
  const canvases = [...page.querySelectorAll(`[data-chart="${kind}"]`)];
  const parts = canvases.map((canvas, place) => make(canvas, panels[place].title ? panels[place] : null));
  const list = page.querySelector(`[data-legend="${kind}"]`);
  const show = () => list && showLegend(list, page, parts.map((part) => part.chart));
  show();
  return {
    parts,
    get points() {
      return parts.reduce((sum, part) => sum + part.points, 0);
    },
    update(changes) {
      for (const part of parts) {
        part.update(changes);
      }
      show();
    },
  };
}
