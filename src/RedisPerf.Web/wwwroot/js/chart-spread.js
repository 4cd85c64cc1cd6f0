// The chart of two compared jobs: a bar from the shortest to the longest run of each strategy, its median marked with a whisker for its
// 95% interval, the floor as a dashed line.
import { number, unitOf } from './chart-format.js';
import { animation, colorOf, ink } from './palette.js';
import { scaleOfTimes, strokeOutlined, tooltip, whisker } from './chart-parts.js';
import { JobDocument } from './job-document.js';

const narrow = 9;

/** Pixels of a bar with its label, of a label's second line, and of the axis below. */
const row = 20;
const line = 14;
const axis = 40;

/** The width in pixels from which the names of strategy and panel fit in one line. */
const roomy = 480;

/** Draws the medians, their intervals and the floor over the bars. */
const marks = {
  id: 'marks',
  // Many bars need more than the default height of a chart.
  afterUpdate({ canvas, scales: { y } }) {
    if (canvas.parentElement) {
      const lines = Math.max(0, ...y.ticks.map(({ label }) => [label].flat().length));
      canvas.parentElement.style.minHeight = `${y.ticks.length * (row + (lines - 1) * line) + axis}px`;
    }
  },
  afterDatasetsDraw(chart, _, { floors, factor }) {
    const { ctx, chartArea: area, scales: { x } } = chart;
    const { text, strong, panel } = ink();
    ctx.save();
    chart.getDatasetMeta(0).data.forEach((bar, place) => {
      const { summary, look } = chart.data.datasets[0].data[place];
      const at = x.getPixelForValue(summary.median * factor);
      const half = bar.height / 2 + 2;
      const middle = (bar.x + bar.base) / 2;
      if (Math.abs(bar.x - bar.base) < narrow) {
        // Too short for a visible color: widened on both sides.
        ctx.fillStyle = look.asPublished ? panel : colorOf(look);
        ctx.strokeStyle = colorOf(look);
        ctx.fillRect(middle - narrow / 2, bar.y - bar.height / 2, narrow, bar.height);
        ctx.strokeRect(middle - narrow / 2, bar.y - bar.height / 2, narrow, bar.height);
      }
      if (summary.medianLow != null) {
        strokeOutlined(ctx, whisker(x.getPixelForValue(summary.medianLow * factor), x.getPixelForValue(summary.medianHigh * factor), bar.y));
      }
      ctx.fillStyle = panel;
      ctx.fillRect(at - 2, bar.y - half, 4, half * 2);
      ctx.fillStyle = strong;
      ctx.fillRect(at - 1, bar.y - half, 2, half * 2);
    });
    for (const floor of floors) {
      const at = x.getPixelForValue(floor);
      ctx.strokeStyle = text;
      ctx.lineWidth = 1;
      ctx.setLineDash([5, 4]);
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

/** In a comparison, where cases have a side, the base is hollow. */
const lookOf = (known, looks) => (known.side === 'base' ? { ...looks.get(known.strategy), asPublished: true } : looks.get(known.strategy));

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 */
export function spreadChart(canvas, job, looks) {
  const measured = () => job.cases.filter((known) => known.summary && looks.has(known.strategy));
  // Fastest first. In a comparison, the faster of both cases decides.
  const place = (known) => Math.min(...measured()
    .filter((other) => other.strategy === known.strategy && job.panelOf(other) === job.panelOf(known)).map((other) => other.summary.median));
  const seconds = () => measured().flatMap(({ summary }) => [summary.min, summary.max]);
  const bars = (factor) => measured()
    .filter((known) => !looks.get(known.strategy).isFloor)
    .sort((a, b) => place(a) - place(b) || (a.side ?? '').localeCompare(b.side ?? ''))
    .map((known) => ({
      y: `${job.nameOf(known)}${known.side ? `, ${known.side}` : ''}`,
      x: [known.summary.min * factor, known.summary.max * factor],
      summary: known.summary,
      hasFloor: JobDocument.hasFloor(known),
      look: lookOf(known, looks),
    }));
  const floors = (factor) => measured().filter((known) => looks.get(known.strategy).isFloor && JobDocument.hasFloor(known))
    .map((known) => known.summary.median * factor);

  const data = (factor) => {
    const sorted = bars(factor);
    return {
      labels: sorted.map((bar) => bar.y),
      datasets: [{
        data: sorted,
        backgroundColor: sorted.map((bar) => (bar.look.asPublished ? 'transparent' : colorOf(bar.look))),
        borderColor: sorted.map((bar) => colorOf(bar.look)),
        borderWidth: 1.5,
        borderSkipped: false,
        maxBarThickness: 16,
        categoryPercentage: 0.7,
      }],
    };
  };

  const options = (scale, { unit, factor }) => ({
    indexAxis: 'y',
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    interaction: { mode: 'nearest', axis: 'y', intersect: false },
    scales: {
      x: scaleOfTimes(scale, seconds().map((value) => value * factor), unit),
      y: {
        ticks: {
          color: ink().strong,
          autoSkip: false,
          callback(place) {
            const name = this.getLabelForValue(place);
            return this.chart.width < roomy ? name.split(/ (?=on )/) : name;
          },
        },
        grid: { display: false },
        border: { color: ink().grid },
      },
    },
    plugins: {
      legend: { display: false },
      marks: { floors: floors(factor), factor },
      tooltip: tooltip({
        label: ({ raw: { summary, hasFloor } }, time = (value) => `${number(value * factor)} ${unit}`) => [
          `median ${time(summary.median)}`,
          ...(summary.medianLow == null ? [] : [`95% interval of the median ${time(summary.medianLow)} to ${time(summary.medianHigh)}`]),
          `min ${time(summary.min)}, mean ${time(summary.mean)}, max ${time(summary.max)}`,
          ...(hasFloor ? [`${number(summary.floorRatio)}× the floor`] : []),
        ],
      }),
    },
  });

  let scale = 'linear';
  const config = () => {
    const unit = unitOf(seconds());
    return { type: 'bar', data: data(unit.factor), options: options(scale, unit), plugins: [marks] };
  };
  const chart = new window.Chart(canvas, config());

  return {
    canvas,
    /** The configuration of the chart, for a second canvas. */
    config,
    get points() {
      return chart.data.datasets[0].data.length;
    },
    update(wanted = scale) {
      scale = wanted;
      const unit = unitOf(seconds());
      chart.data = data(unit.factor);
      chart.options = options(scale, unit);
      chart.update();
    },
  };
}
