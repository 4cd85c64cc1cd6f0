// Live chart: time or throughput of each run by round, a marker for each strategy.
import { number, unitOf } from './chart-format.js';
import { animation, colorOf, dashOf, ink, markerOf, orderOf } from './palette.js';
import { disturbedMarks, legend, legendMarks, reused, scaleOfTimes, tooltipOfAll, wrapped } from './chart-parts.js';

/** What the y axis can show. */
const measures = {
  time: { of: (run) => run.seconds, unitOf, axis: ({ unit }) => `${unit} per run` },
  rate: { of: (run) => (run.payloadBytes == null ? null : run.payloadBytes / run.seconds), unitOf: () => ({ unit: 'MB/s', factor: 1e-6 }),
    axis: ({ unit }) => unit },
};

/** From this ratio of the largest to the smallest value on, the scale is logarithmic. */
const wide = 4;

const isWarmup = (point) => point.raw?.warmup === true;

/** One third of the opacity, for excluded runs. The colors of the palette have the form #rrggbb. */
const faint = (color) => `${color}55`;

function dataset(known, look, label, place, measure, factor) {
  const color = colorOf(look);
  const hollow = look.asPublished;
  const marker = markerOf(look);
  return {
    key: known.key,
    hollow,
    label,
    data: known.runs
      .filter((run) => run.state === 'ok' && measure.of(run) != null)
      .map((run) => ({ x: run.round, y: measure.of(run) * factor, warmup: run.warmup, disturbed: run.warmup ? null : run.disturbed,
        leftOut: run.leftOut }))
      .sort((a, b) => a.x - b.x),
    // No line: the rounds are repetitions, not a trend.
    showLine: false,
    borderColor: color,
    borderWidth: 1.5,
    borderDash: dashOf(place, look.isFloor || hollow ? 5 : 0),
    pointStyle: marker.style,
    rotation: marker.rotation,
    pointRotation: marker.rotation,
    pointRadius: look.isFloor ? 2.5 : 4.5,
    pointHoverRadius: 7,
    pointBorderColor: (point) => (point.raw?.leftOut ? faint(color) : color),
    pointBackgroundColor: (point) => (isWarmup(point) || hollow ? 'transparent' : point.raw?.leftOut ? faint(color) : color),
    pointBorderWidth: 1.5,
  };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 */
export function runsChart(canvas, job, looks) {
  const roundName = (round) => (round < job.warmups ? 'warm-up' : String(round - job.warmups + 1));

  /** @type {{scale: ?string, measure: object}} without a choice, the scale follows from the values */
  const state = { scale: null, measure: measures.time };
  // The warm-up does not stretch the axis, unless there is nothing else.
  const values = () => {
    const all = job.cases.flatMap((known) => known.runs);
    const timed = all.filter((run) => !run.warmup);
    return (timed.length > 0 ? timed : all).map(state.measure.of).filter((value) => value > 0);
  };
  const scaleNow = () => state.scale ?? (Math.max(...values()) > wide * Math.min(...values()) ? 'logarithmic' : 'linear');
  const unitNow = () => state.measure.unitOf(values());
  const datasets = (factor) => job.cases
    .filter((known) => looks.has(known.strategy))
    .sort((a, b) => orderOf(looks.get(a.strategy)) - orderOf(looks.get(b.strategy)))
    .map((known) => dataset(known, looks.get(known.strategy), job.nameOf(known), job.panelOf(known), state.measure, factor));

  const options = ({ unit, factor }) => ({
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    normalized: true,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        title: { display: true, text: 'round', color: ink().text },
        min: -0.3,
        max: job.rounds - 0.7,
        afterBuildTicks: (axis) => {
          const step = Math.ceil(job.rounds / 20);
          axis.ticks = Array.from({ length: job.rounds }, (_, round) => ({ value: round })).filter((tick) => tick.value % step === 0);
        },
        ticks: { color: ink().text, callback: roundName, maxRotation: 0 },
        grid: { display: false },
        border: { color: ink().grid },
      },
      y: scaleOfTimes(scaleNow(), values().map((value) => value * factor), state.measure.axis({ unit })),
    },
    plugins: {
      legend: legend(false),
      disturbedMarks: { areShown: job.job.marksDisturbed },
      tooltip: tooltipOfAll({
        title: ([point]) => (isWarmup(point) ? 'warm-up' : `run ${roundName(point.raw.x)}`),
        label: ({ dataset: { label }, raw: { y, disturbed, leftOut } }) => [`${label}: ${number(y)} ${unit}`, leftOut ? 'excluded' : disturbed
          ? 'disturbed' : ''].filter(Boolean).join(', '),
        // One reason is enough: all of them are in the table.
        footer: (points) => wrapped(points.find((point) => point.raw.disturbed)?.raw.disturbed ?? ''),
      }),
    },
  });

  const config = () => {
    const unit = unitNow();
    return { type: 'line', data: { datasets: datasets(unit.factor) }, options: options(unit), plugins: [disturbedMarks, legendMarks] };
  };
  const chart = new window.Chart(canvas, config());

  return {
    canvas,
    /** The configuration of the chart, for a second canvas. */
    config,
    get scale() {
      return scaleNow();
    },
    /** The number of points in the chart. */
    get points() {
      return chart.data.datasets.reduce((sum, set) => sum + set.data.length, 0);
    },
    /** @param {{scale?: string, measure?: string}} changes */
    update(changes = {}) {
      Object.assign(state, { scale: changes.scale ?? state.scale, measure: measures[changes.measure] ?? state.measure });
      const unit = unitNow();
      chart.options = options(unit);
      chart.data.datasets = reused(chart, datasets(unit.factor));
      chart.update();
    },
  };
}
