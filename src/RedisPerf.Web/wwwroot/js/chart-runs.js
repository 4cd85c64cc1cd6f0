// Live chart: seconds of each run by round, a line and a marker for each strategy.
import { exact } from './chart-format.js';
import { keyOf } from './job-document.js';
import { animation, colourOf, dashOf, ink, markerOf } from './palette.js';
import { legend, legendMarks, scaleOfSeconds, tooltip, wrapped } from './chart-parts.js';

const isWarmup = (point) => point.raw?.warmup === true;

/** One third of the opacity, for excluded runs. The colours of the palette have the form #rrggbb. */
const faint = (colour) => `${colour}55`;

/** Draws a ring around each disturbed run: a shape, not a colour alone. */
const rings = {
  id: 'rings',
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    ctx.save();
    ctx.strokeStyle = ink().warn;
    ctx.lineWidth = 2;
    chart.data.datasets.forEach((set, index) => {
      if (!chart.isDatasetVisible(index)) {
        return;
      }
      chart.getDatasetMeta(index).data.forEach((mark, place) => {
        if (!set.data[place]?.disturbed) {
          return;
        }
        ctx.setLineDash(set.data[place].leftOut ? [3, 3] : []);
        ctx.beginPath();
        ctx.arc(mark.x, mark.y, 9, 0, 2 * Math.PI);
        ctx.stroke();
      });
    });
    ctx.restore();
  },
};

function dataset(known, look, severalTargets, targetPlace) {
  const colour = colourOf(look);
  const hollow = look.asPublished;
  const marker = markerOf(look);
  return {
    key: keyOf(known),
    hollow,
    label: severalTargets ? `${look.name} on ${known.target}` : look.name,
    data: known.runs
      .filter((run) => run.state === 'ok')
      .map((run) => ({ x: run.round, y: run.seconds, warmup: run.warmup, disturbed: run.disturbed, leftOut: run.leftOut }))
      .sort((a, b) => a.x - b.x),
    borderColor: colour,
    borderWidth: 1.5,
    borderDash: dashOf(targetPlace, look.isFloor || hollow ? 5 : 0),
    pointStyle: marker.style,
    rotation: marker.rotation,
    pointRotation: marker.rotation,
    pointRadius: look.isFloor ? 2.5 : 4.5,
    pointHoverRadius: 7,
    pointBorderColor: (point) => (point.raw?.leftOut ? faint(colour) : colour),
    pointBackgroundColor: (point) => (isWarmup(point) || hollow ? 'transparent' : point.raw?.leftOut ? faint(colour) : colour),
    pointBorderWidth: 1.5,
    // The step from the warm-up to the first timed run is not drawn.
    segment: { borderColor: (step) => (step.p0.raw?.warmup ? 'transparent' : undefined) },
    tension: 0,
  };
}

/** The order of the benchmark, not the order of the first runs. */
const place = (look) => look.slot + (look.asPublished ? 100 : 0) + (look.isFloor ? 1000 : 0);

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 */
export function runsChart(canvas, job, looks) {
  const roundName = (round) => (round < job.warmups ? 'warm-up' : String(round - job.warmups + 1));
  const targets = job.job.request.targets;

  const datasets = () => job.cases
    .filter((known) => looks.has(known.strategy))
    .sort((a, b) => place(looks.get(a.strategy)) - place(looks.get(b.strategy)))
    .map((known) => dataset(known, looks.get(known.strategy), targets.length > 1, targets.indexOf(known.target)));

  const options = (scale) => ({
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    normalized: true,
    interaction: { mode: 'nearest', axis: 'xy', intersect: false },
    scales: {
      x: {
        type: 'linear',
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
      y: scaleOfSeconds(scale, job.cases.flatMap((known) => known.runs.map((run) => run.seconds).filter((value) => value > 0))),
    },
    plugins: {
      legend: legend(),
      tooltip: tooltip({
        title: (points) => points[0].dataset.label,
        label: (point) => [
          `${isWarmup(point) ? 'warm-up' : `run ${roundName(point.raw.x)}`}: ${exact(point.raw.y, 's')}`,
          ...(point.raw.disturbed ? [point.raw.leftOut ? 'disturbed, excluded' : 'disturbed', ...wrapped(point.raw.disturbed)] : []),
        ],
      }),
    },
  });

  let scale = 'linear';
  const config = () => ({ type: 'line', data: { datasets: datasets() }, options: options(scale), plugins: [rings, legendMarks] });
  const chart = new window.Chart(canvas, config());

  return {
    canvas,
    /** The configuration of the chart, for a second canvas. */
    config,
    /** The number of points in the chart. */
    get points() {
      return chart.data.datasets.reduce((sum, set) => sum + set.data.length, 0);
    },
    update(changed = scale) {
      scale = changed;
      chart.options = options(scale);
      const fresh = datasets();
      // The dataset objects are reused: only new points are animated, and a line hidden in the legend stays hidden.
      chart.data.datasets = fresh.map((set) => Object.assign(chart.data.datasets.find((known) => known.key === set.key) ?? {}, set));
      chart.update();
    },
  };
}
