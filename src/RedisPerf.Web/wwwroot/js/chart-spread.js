// Live chart: a bar from the least to the greatest seconds of each strategy, its mean marked, the floor as a dashed line.
import { exact, number } from './format.js';
import { animation, colourOf, ink } from './palette.js';
import { scaleOfSeconds, tooltip } from './chart-parts.js';

const narrow = 9;

/** Draws the means and the floor over the bars. */
const marks = {
  id: 'marks',
  afterDatasetsDraw(chart, _, { floors }) {
    const { ctx, chartArea: area, scales: { x } } = chart;
    const { text, strong, panel } = ink();
    ctx.save();
    chart.getDatasetMeta(0).data.forEach((bar, place) => {
      const { summary, look } = chart.data.datasets[0].data[place];
      const at = x.getPixelForValue(summary.mean);
      const half = bar.height / 2 + 2;
      const middle = (bar.x + bar.base) / 2;
      if (Math.abs(bar.x - bar.base) < narrow) {
        // Too short to have a colour to be seen: widened, evenly.
        ctx.fillStyle = look.asPublished ? panel : colourOf(look);
        ctx.strokeStyle = colourOf(look);
        ctx.fillRect(middle - narrow / 2, bar.y - bar.height / 2, narrow, bar.height);
        ctx.strokeRect(middle - narrow / 2, bar.y - bar.height / 2, narrow, bar.height);
      }
      ctx.fillStyle = panel;
      ctx.fillRect(at - 2, bar.y - half, 4, half * 2);
      ctx.fillStyle = strong;
      ctx.fillRect(at - 1, bar.y - half, 2, half * 2);
    });
    for (const floor of floors) {
      const at = x.getPixelForValue(floor);
      ctx.strokeStyle = text;
      ctx.setLineDash([5, 4]);
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 */
export function spreadChart(canvas, job, looks) {
  const several = () => job.job.request.targets.length > 1;
  const measured = () => job.cases.filter((known) => known.summary && looks.has(known.strategy));
  const bars = () => measured()
    .filter((known) => !looks.get(known.strategy).isYardstick)
    .sort((a, b) => a.summary.mean - b.summary.mean)
    .map((known) => ({
      y: several() ? `${known.strategy} on ${known.target}` : known.strategy,
      x: [known.summary.min, known.summary.max],
      summary: known.summary,
      look: looks.get(known.strategy),
    }));
  const floors = () => measured().filter((known) => looks.get(known.strategy).isYardstick).map((known) => known.summary.median);

  const data = () => {
    const sorted = bars();
    return {
      labels: sorted.map((bar) => bar.y),
      datasets: [{
        data: sorted,
        backgroundColor: sorted.map((bar) => (bar.look.asPublished ? 'transparent' : colourOf(bar.look))),
        borderColor: sorted.map((bar) => colourOf(bar.look)),
        borderWidth: 1.5,
        borderSkipped: false,
        maxBarThickness: 16,
        categoryPercentage: 0.7,
      }],
    };
  };

  const options = (scale) => ({
    indexAxis: 'y',
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    interaction: { mode: 'nearest', axis: 'y', intersect: false },
    scales: {
      x: scaleOfSeconds(scale, measured().flatMap(({ summary }) => [summary.min, summary.max])),
      y: { ticks: { color: ink().strong, autoSkip: false }, grid: { display: false }, border: { color: ink().grid } },
    },
    plugins: {
      legend: { display: false },
      marks: { floors: floors() },
      tooltip: tooltip({
        label: ({ raw: { summary } }) => [
          `min ${exact(summary.min, 's')}`, `mean ${exact(summary.mean, 's')}`, `max ${exact(summary.max, 's')}`,
          ...(summary.floorRatio == null ? [] : [`${number(summary.floorRatio)} × the floor`]),
        ],
      }),
    },
  });

  let scale = 'linear';
  const chart = new window.Chart(canvas, { type: 'bar', data: data(), options: options(scale), plugins: [marks] });

  return {
    update(wanted = scale) {
      scale = wanted;
      chart.data = data();
      chart.options = options(scale);
      chart.update();
    },
  };
}
