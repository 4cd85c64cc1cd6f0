// The trend of a schedule: the median of each scheduled run, a line and a marker for each strategy. The chosen strategy has
// the interval of each run and the expected range from the earlier runs. A missed run is a gap with a cross below it. All runs have
// the same distance, unless the reader chooses the axis of time.
import { number, unitOf } from './chart-format.js';
import { animation, colorOf, ink, markerOf } from './palette.js';
import { legend, legendMarks, scaleOfTimes, tooltip, wrapped } from './chart-parts.js';
import { placeTicks, timeTicks } from './chart-time.js';

const faint = (color) => `${color}22`;
const hour = 3600 * 1000;

/** Pixels for a label of the time axis. */
const labelWidth = 90;

/** Draws the interval of each run as a whisker, for datasets with `whiskers`. */
const whiskers = {
  id: 'whiskers',
  beforeDatasetsDraw(chart) {
    const { ctx, scales: { y } } = chart;
    ctx.save();
    ctx.lineWidth = 1;
    chart.data.datasets.forEach((set, index) => {
      if (!set.whiskers || !chart.isDatasetVisible(index)) {
        return;
      }
      ctx.strokeStyle = set.borderColor;
      chart.getDatasetMeta(index).data.forEach((mark, place) => {
        const level = set.data[place]?.level;
        if (level?.low == null) {
          return;
        }
        ctx.beginPath();
        ctx.moveTo(mark.x, y.getPixelForValue(level.low));
        ctx.lineTo(mark.x, y.getPixelForValue(level.high));
        ctx.stroke();
      });
    });
    ctx.restore();
  },
};

/** Draws a flag where a strategy became slower, and the missed runs along the axis. */
const marks = {
  id: 'marks',
  afterDatasetsDraw(chart, _, { alerts, missed }) {
    const { ctx, chartArea: area, scales: { x } } = chart;
    ctx.save();
    ctx.font = '11px system-ui, sans-serif';
    ctx.textBaseline = 'bottom';
    for (const [place, alert] of alerts.entries()) {
      const at = x.getPixelForValue(alert.x);
      const top = area.top + 13 * (place + 1);
      if (at < area.left || at > area.right) {
        continue;
      }
      const isRight = at > (area.left + area.right) / 2;
      ctx.strokeStyle = alert.color;
      ctx.setLineDash([2, 3]);
      ctx.beginPath();
      ctx.moveTo(at, top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
      ctx.fillStyle = ink().text;
      ctx.textAlign = isRight ? 'right' : 'left';
      ctx.fillText(`⚑ ${alert.strategy} slower (${alert.state})`, at + (isRight ? -3 : 3), top);
    }
    ctx.fillStyle = ink().text;
    ctx.textAlign = 'center';
    for (const each of missed) {
      const at = x.getPixelForValue(each.x);
      if (at >= area.left && at <= area.right) {
        ctx.fillText('×', at, area.bottom);
      }
    }
    ctx.restore();
  },
};

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{runs: object[], missed: {dueAt: string, reason: string}[], strategies: import('./palette.js').Look[], chosen: string,
 *   isByTime: boolean, timePer: ?string, alerts: object[]}} trend
 * @param {(job: string) => void} open called on a click on a run
 */
export function trendChart(canvas, trend, open) {
  const times = [...trend.runs.map((run) => Date.parse(run.at)), ...trend.missed.map((each) => Date.parse(each.dueAt))].sort((a, b) => a - b);
  // A time before the first run is outside of the chart.
  const placeOf = (time) => (trend.isByTime ? time : time < times[0] ? -1 : times.filter((each) => each < time).length);
  const runs = trend.runs.map((run) => ({ ...run, time: Date.parse(run.at), x: placeOf(Date.parse(run.at)) }));
  const missed = trend.missed.map((each) => ({ ...each, x: placeOf(Date.parse(each.dueAt)) }));
  const looks = new Map(trend.strategies.map((look) => [look.name, look]));
  const few = trend.strategies.length <= 3;
  const { unit, factor } = unitOf(runs.flatMap((run) => Object.values(run.levels).map((level) => level.median)));
  const inUnit = (seconds) => (seconds == null ? null : seconds * factor);
  const perOperation = trend.timePer ? `${unit}/${trend.timePer}` : unit;

  // Null at a missed run, so the line has a gap.
  const along = (point) => [...runs.map((run) => ({ x: run.x, run, ...point(run) })), ...missed.map((each) => ({ x: each.x, y: null }))]
    .sort((a, b) => a.x - b.x);

  const line = (look) => {
    const isChosen = look.name === trend.chosen;
    const marker = markerOf(look);
    const color = colorOf(look);
    return {
      label: look.name,
      hollow: look.asPublished,
      whiskers: isChosen || few,
      data: along((run) => ({ y: inUnit(run.levels[look.name]?.median), level: run.levels[look.name]
        && { low: inUnit(run.levels[look.name].low), high: inUnit(run.levels[look.name].high) } })),
      borderColor: color,
      borderWidth: isChosen ? 2.5 : 1.25,
      borderDash: look.isFloor ? [5, 4] : look.asPublished ? [2, 3] : [],
      pointStyle: marker.style,
      rotation: marker.rotation,
      pointRotation: marker.rotation,
      pointRadius: runs.length > 120 ? 1.5 : isChosen ? 4 : 2.5,
      pointHoverRadius: 6,
      pointBackgroundColor: look.asPublished ? 'transparent' : color,
      pointBorderColor: color,
      order: isChosen ? 0 : 1,
      tension: 0,
    };
  };

  const edge = (end, fill) => ({
    label: `expected range of ${trend.chosen}`,
    isExpectedRange: true,
    isArea: fill !== false,
    data: along((run) => ({ y: inUnit(run.expected?.[end]) })),
    borderColor: ink().grid,
    backgroundColor: faint(looks.has(trend.chosen) ? colorOf(looks.get(trend.chosen)) : ink().text),
    borderWidth: 1,
    pointRadius: 0,
    pointHoverRadius: 0,
    fill,
    order: 5,
    tension: 0,
  });

  const datasets = () => [...trend.strategies.map(line), edge('low', false), edge('high', '-1')];

  const options = (sets) => {
    const first = Math.min(...runs.map((run) => run.x), ...missed.map((each) => each.x));
    const last = Math.max(...runs.map((run) => run.x), ...missed.map((each) => each.x));
    const room = Math.max((last - first) * 0.02, trend.isByTime ? hour : 0.5);
    const most = () => Math.max(3, Math.floor(canvas.clientWidth / labelWidth));
    const texts = legend();
    return {
      responsive: true,
      maintainAspectRatio: false,
      animation: animation(),
      interaction: { mode: 'nearest', axis: 'xy', intersect: false },
      onClick: (_, hits, chart) => {
        const run = hits[0] && chart.data.datasets[hits[0].datasetIndex].data[hits[0].index].run;
        if (run) {
          open(run.job);
        }
      },
      onHover: (_, hits) => canvas.classList.toggle('over-point', hits.length > 0),
      scales: {
        x: {
          type: 'linear',
          min: first - room,
          max: last + room,
          afterBuildTicks: (axis) => { axis.ticks = trend.isByTime ? timeTicks(axis.min, axis.max, most()) : placeTicks(times, most()); },
          ticks: { color: ink().text, callback: (_, place, ticks) => ticks[place].label, maxRotation: 0, autoSkip: false },
          grid: { display: false },
          border: { color: ink().grid },
        },
        y: scaleOfTimes('logarithmic', sets.flatMap((set) => set.data.map((each) => each.y)).filter((value) => value > 0), perOperation),
      },
      plugins: {
        legend: {
          ...texts,
          labels: { ...texts.labels, filter: ({ datasetIndex }, data) => !data.datasets[datasetIndex].isExpectedRange
            || data.datasets[datasetIndex].isArea },
          // The range has two edges.
          onClick: (_, { datasetIndex }, { chart }) => {
            const isRange = chart.data.datasets[datasetIndex].isArea;
            const isShown = chart.isDatasetVisible(datasetIndex);
            for (const index of isRange ? [datasetIndex - 1, datasetIndex] : [datasetIndex]) {
              chart.setDatasetVisibility(index, !isShown);
            }
            chart.update();
          },
        },
        marks: {
          missed,
          alerts: trend.alerts.map((alert) => ({ ...alert, x: placeOf(Date.parse(alert.since)), color: looks.has(alert.strategy)
            ? colorOf(looks.get(alert.strategy)) : ink().text })),
        },
        tooltip: {
          ...tooltip({
            title: (hits) => hits.slice(0, 1)
              .map((hit) => `${hit.dataset.label}, ${
                new Date(hit.raw.run.time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`),
            label: ({ raw }) => [
              `${number(raw.y)} ${perOperation}`,
              ...(raw.level?.low == null ? [] : [`interval ${number(raw.level.low)}–${number(raw.level.high)}`]),
              ...(raw.run.note ? wrapped(raw.run.note) : []),
            ],
          }),
          filter: (hit) => !hit.dataset.isExpectedRange,
        },
      },
    };
  };

  const sets = datasets();
  const chart = new window.Chart(canvas, { type: 'line', data: { datasets: sets }, options: options(sets), plugins: [whiskers, marks, legendMarks] });
  return {
    /** The number of points of all strategies. */
    get points() {
      return chart.data.datasets
        .filter((set) => !set.isExpectedRange).reduce((sum, set) => sum + set.data.filter((each) => each.y != null).length, 0);
    },
    /** Redraws the chart in the colors of the current theme. */
    update() {
      const fresh = datasets();
      chart.options = options(fresh);
      fresh.forEach((set, index) => Object.assign(chart.data.datasets[index], set));
      chart.update();
    },
  };
}
