// Live chart of a job along an axis of words: for each value a group of bars, one for each strategy, with the interval of its median. A
// strategy that the axis does not affect is a dashed line. With several panels, each has its own chart on the scale of all of them.
import { number, unitOf, whole } from './chart-format.js';
import { animation, colorOf, ink, orderOf } from './palette.js';
import { legend, legendMarks, reused, scaleOf, strokeOutlined, tooltipOfAll, uprightWhisker } from './chart-parts.js';
import { JobDocument } from './job-document.js';
import { titleOfPanel } from './chart-panels.js';

/** Draws the intervals over the bars. */
const intervals = {
  id: 'intervals',
  afterDatasetsDraw(chart) {
    const { ctx, scales: { y } } = chart;
    ctx.save();
    for (const [index, set] of chart.data.datasets.entries()) {
      if (set.type === 'line' || !chart.isDatasetVisible(index)) {
        continue;
      }
      for (const [place, { x }] of chart.getDatasetMeta(index).data.entries()) {
        const { low, high } = set.data[place];
        if (low != null) {
          strokeOutlined(ctx, uprightWhisker(y.getPixelForValue(low), y.getPixelForValue(high), x));
        }
      }
    }
    ctx.restore();
  },
};

/**
 * @param {HTMLCanvasElement} canvas
 * @param {JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 * @param {{name: string, label: string, keys: (string|number|boolean)[], values: string[], measures: object[],
 *   panel: ?import('./chart-panels.js').Panel, panels: import('./chart-panels.js').Panel[]}} about the values of the axis, and as they are shown
 */
export function barChart(canvas, job, looks, about) {
  const state = { y: 'linear', measure: about.measures[0] };
  const { panel, panels } = about;
  const isIn = (known, each) => JobDocument.isWithin(known, each, about.name);
  const measured = () => job.cases.filter((known) => known.summary && looks.has(known.strategy) && state.measure.of(known.summary) != null
    && panels.some((each) => isIn(known, each)));
  const ends = ({ summary }) => (state.measure.name === 'time' && summary.medianLow != null ? [summary.medianLow, summary.medianHigh] : []);
  const unit = () => (state.measure.isTime ? unitOf(measured().map((known) => state.measure.of(known.summary))) : { unit: '', factor: 1 });

  function datasets() {
    const { factor } = unit();
    const own = measured().filter((known) => !panel || isIn(known, panel));
    const strategies = [...new Set(own.map((known) => known.strategy))].sort((a, b) => orderOf(looks.get(a)) - orderOf(looks.get(b)));
    return strategies.flatMap((strategy) => {
      const look = looks.get(strategy);
      const cases = own.filter((known) => known.strategy === strategy);
      const pointOf = (known, x) => {
        const [low, high] = ends(known).map((value) => value * factor);
        return { x, y: state.measure.of(known.summary) * factor, low, high };
      };
      const level = cases.find((known) => known.at[about.name] === undefined);
      const common = { key: strategy, label: strategy, hollow: look.asPublished, borderColor: colorOf(look), borderWidth: 1.5 };
      return level
        ? [{
          ...common,
          type: 'line',
          data: about.values.map((value) => pointOf(level, value)),
          borderDash: [6, 4],
          pointRadius: 0,
          pointStyle: 'line',
        }]
        : [{
          ...common,
          isArea: true,
          data: about.keys.flatMap((key, index) => cases.filter((known) => known.at[about.name] === key).slice(0, 1)
            .map((known) => pointOf(known, about.values[index]))),
          backgroundColor: look.asPublished ? 'transparent' : colorOf(look),
          maxBarThickness: 56,
        }];
    });
  }

  const options = (isPicture) => ({
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { ticks: { color: ink().strong }, grid: { display: false }, border: { color: ink().grid },
        title: { display: true, text: about.label, color: ink().text } },
      y: {
        ...scaleOf(state.y, measured().flatMap((known) => [state.measure.of(known.summary), ...ends(known)].map((value) => value * unit().factor))
          .filter((value) => value > 0), state.measure.isTime ? undefined : (value) => whole(Number(value.toPrecision(3)))),
        ...(state.y === 'linear' ? { suggestedMax: Math.max(0, ...measured().flatMap((known) => [state.measure.of(known.summary), ...ends(known)]
          .map((value) => value * unit().factor))) } : {}),
        title: { display: true, text: `${state.measure.label}${unit().unit && `, ${unit().unit}`}`, color: ink().text },
      },
    },
    plugins: {
      legend: panel && !isPicture ? { display: false } : legend(),
      title: titleOfPanel(panel),
      tooltip: tooltipOfAll({
        label: ({ dataset: { label }, raw }) => `${label}: ${number(raw.y)} ${unit().unit}`.trim()
          + (raw.low == null ? '' : ` (95%: ${number(raw.low)} to ${number(raw.high)})`),
      }),
    },
  });

  const config = (isPicture = true) => ({ type: 'bar', data: { labels: about.values, datasets: datasets() }, options: options(isPicture),
    plugins: panel && !isPicture ? [intervals] : [intervals, legendMarks] });
  const chart = new window.Chart(canvas, config(false));

  return {
    canvas,
    chart,
    /** The configuration of the chart, for a second canvas. */
    config,
    /** The number of measured bars in the chart. */
    get points() {
      return chart.data.datasets.reduce((sum, set) => sum + (set.type === 'line' ? 0 : set.data.length), 0);
    },
    /** @param {{y?: string, measure?: string}} changes */
    update(changes = {}) {
      Object.assign(state, changes, { measure: about.measures.find((each) => each.name === changes.measure) ?? state.measure });
      chart.options = options(false);
      chart.data.datasets = reused(chart, datasets());
      chart.update();
    },
  };
}
