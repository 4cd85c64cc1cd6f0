// Shared by the charts.
import { number } from './chart-format.js';
import { ink } from './palette.js';

// Ticks have no trailing zeros: 0.5, where a table has 0.500.
const plain = (value) => String(Number(number(value)));

/** The first digits of the labels of a logarithmic axis, where the other ticks are too close. An axis of less than one power of ten has
 * room for more. */
const digitsOf = (min, max) => (max / min > 10 ? [1, 2, 5] : [1, 2, 3, 4, 5, 7]);

function roundEnough(value, digits) {
  const first = Number(value.toPrecision(1)) / 10 ** Math.floor(Math.log10(value));
  return Math.abs(Number(value.toPrecision(6)) - Number(value.toPrecision(1))) < value * 1e-6 && digits.includes(Math.round(first));
}

/**
 * An axis of times with one unit, which is part of its title.
 * @param {'linear'|'logarithmic'} type @param {number[]} values all that are drawn, in the unit @param {string} unit
 */
export const scaleOfTimes = (type, values, unit) => scaleOf(type, values, plain, unit);

/** @param {'linear'|'logarithmic'} type @param {number[]} values all that are drawn @param {(value: number) => string} words for a tick
 * @param {string} title */
export function scaleOf(type, values, words = plain, title = '') {
  const { text, grid } = ink();
  const isLog = type === 'logarithmic' && values.length > 0;
  const [min, max] = [Math.min(...values) * 0.85, Math.max(...values) * 1.15];
  return {
    type: isLog ? type : 'linear',
    ...(isLog ? { min, max } : { beginAtZero: true, grace: '5%' }),
    ticks: { color: text, callback: (value) => (isLog && !roundEnough(value, digitsOf(min, max)) ? null : words(value)), maxTicksLimit: isLog ? 30
      : 7, autoSkip: !isLog, maxRotation: 0 },
    title: { display: title !== '', text: title, color: text },
    grid: { color: grid },
    border: { display: false },
  };
}

/**
 * Draws lines with an outline in the background color, so that they are visible on every bar.
 * @param {CanvasRenderingContext2D} ctx @param {number[][]} lines each from x, y to x, y
 */
export function strokeOutlined(ctx, lines) {
  const { strong, panel } = ink();
  for (const [color, width] of [[panel, 4], [strong, 1.5]]) {
    Object.assign(ctx, { strokeStyle: color, lineWidth: width });
    ctx.beginPath();
    for (const [fromX, fromY, toX, toY] of lines) {
      ctx.moveTo(fromX, fromY);
      ctx.lineTo(toX, toY);
    }
    ctx.stroke();
  }
}

const cap = 4;

/** The lines of a horizontal interval, with a cap at each end. */
export const whisker = (low, high, y) => [[low, y, high, y], [low, y - cap, low, y + cap], [high, y - cap, high, y + cap]];

/** The lines of a vertical one. */
export const uprightWhisker = (low, high, x) => whisker(low, high, x).map(([fromX, fromY, toX, toY]) => [fromY, fromX, toY, toX]);

/** A small mark above each disturbed run, hollow when the run is excluded: a shape, not a color alone. The server decides whether they are so
 * many that they would hide the others. */
export const disturbedMarks = {
  id: 'disturbedMarks',
  afterDatasetsDraw(chart, _, { areShown }) {
    const { ctx } = chart;
    if (!areShown) {
      return;
    }
    ctx.save();
    Object.assign(ctx, { strokeStyle: ink().warn, fillStyle: ink().warn, lineWidth: 1 });
    chart.data.datasets.forEach((set, index) => {
      if (!chart.isDatasetVisible(index)) {
        return;
      }
      chart.getDatasetMeta(index).data.forEach((mark, place) => {
        if (!set.data[place]?.disturbed) {
          return;
        }
        ctx.beginPath();
        ctx.moveTo(mark.x - 2.5, mark.y - 10);
        ctx.lineTo(mark.x + 2.5, mark.y - 10);
        ctx.lineTo(mark.x, mark.y - 6);
        ctx.closePath();
        ctx[set.data[place].leftOut ? 'stroke' : 'fill']();
      });
    });
    ctx.restore();
  },
};

/** Datasets in the objects that a chart has already: only new points are animated, and one that is hidden in the legend stays hidden.
 * @param {import('chart.js').Chart} chart @param {{key: string}[]} fresh */
export const reused = (chart, fresh) => fresh
  .map((set) => Object.assign(chart.data.datasets.find((known) => known.key === set.key) ?? {}, set));

/** Sizes of the legend in pixels: the sample of a line with its dash and marker, the position of the marker in it, and the height of a row. */
const sample = 38;
const mark = 5;
const row = 22;

/** Draws the markers over the samples of the lines: Chart.js draws only one of the two. */
export const legendMarks = {
  id: 'legendMarks',
  // Chart.js limits the legend to half of the height of the chart and hides the other rows.
  afterUpdate({ canvas, legend: { legendHitBoxes } }) {
    if (canvas.parentElement) {
      canvas.parentElement.style.minHeight = `${2 * row * (1 + Math.max(0, ...legendHitBoxes.map((box) => box.row)))}px`;
    }
  },
  afterDraw({ ctx, legend: { legendItems, legendHitBoxes } }) {
    ctx.save();
    for (const [place, { marker, strokeStyle, fillStyle }] of legendItems.entries()) {
      const { left, top, height } = legendHitBoxes[place];
      if (marker) {
        Object.assign(ctx, { strokeStyle, fillStyle });
        window.Chart.helpers.drawPoint(ctx, marker, left + mark, top + height / 2);
      }
    }
    ctx.restore();
  },
};

/** Use with {@link legendMarks}. @param {boolean} hasLines whether the datasets are lines, or only marks */
export const legend = (hasLines = true) => ({
  position: 'bottom',
  align: 'start',
  // A click shows one line alone, and all of them again.
  onClick(_, { datasetIndex }, { chart }) {
    const isAlone = chart.data.datasets.every((_, index) => chart.isDatasetVisible(index) === (index === datasetIndex));
    chart.data.datasets.forEach((_, index) => chart.setDatasetVisibility(index, isAlone || index === datasetIndex));
    chart.update();
  },
  labels: {
    usePointStyle: true,
    boxHeight: 7,
    pointStyleWidth: hasLines ? sample : 2 * mark + 2,
    padding: 10,
    // The style of the line: Chart.js uses the first point by default, which is a hollow warm-up.
    generateLabels: (chart) => chart.data.datasets.map((set, datasetIndex) => ({
      datasetIndex,
      text: set.label,
      fontColor: ink().text,
      strokeStyle: set.borderColor,
      fillStyle: set.isArea ? set.backgroundColor : set.hollow ? 'transparent' : set.borderColor,
      lineWidth: hasLines ? 1.5 : 0,
      lineDash: set.borderDash,
      pointStyle: set.isArea ? 'rect' : 'line',
      marker: set.pointRadius > 0 ? { pointStyle: set.pointStyle, rotation: set.rotation, radius: 4.5, borderWidth: 1.5 } : null,
      hidden: !chart.isDatasetVisible(datasetIndex),
    })),
  },
});

export const tooltip = (callbacks) => ({
  callbacks,
  displayColors: false,
  boxPadding: 4,
  usePointStyle: true,
  backgroundColor: ink().strong,
  titleColor: ink().ground,
  bodyColor: ink().ground,
  padding: 8,
  cornerRadius: 4,
});

/** The tooltip lists all series at a point, the lowest first; more of them do not fit next to the chart. */
const mostListed = 16;

/** @param {object} callbacks */
export const tooltipOfAll = (callbacks) => ({
  ...tooltip(callbacks),
  displayColors: true,
  itemSort: (one, other) => one.raw.y - other.raw.y,
  filter: (item, place, items) => items.indexOf(item) < mostListed,
});

/** Splits a sentence into lines for a tooltip, which does not wrap text. @param {string} text @returns {string[]} */
export function wrapped(text, width = 48) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length + 1 > width) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
  }
  return lines;
}
