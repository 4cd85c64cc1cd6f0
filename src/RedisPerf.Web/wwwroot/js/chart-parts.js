// What both charts have in common.
import { number } from './format.js';
import { ink } from './palette.js';

/** @param {'linear'|'logarithmic'} type */
export function scaleOfSeconds(type) {
  const { text, grid } = ink();
  return {
    type,
    beginAtZero: true,
    grace: type === 'linear' ? '5%' : undefined,
    ticks: { color: text, callback: (value) => plain(value), maxTicksLimit: 7, maxRotation: 0 },
    grid: { color: grid },
    border: { display: false },
    title: { display: false },
  };
}

// An axis wants 0.5 where a table wants 0.500.
const plain = (value) => String(Number(number(value)));

export const legend = () => ({
  position: 'bottom',
  align: 'start',
  labels: {
    usePointStyle: true,
    boxHeight: 7,
    boxWidth: 12,
    padding: 10,
    // By the line's own look: the first point, which Chart.js would take, is a hollow warm-up.
    generateLabels: (chart) => chart.data.datasets.map((set, datasetIndex) => ({
      datasetIndex,
      text: set.label,
      fontColor: ink().text,
      strokeStyle: set.borderColor,
      fillStyle: set.hollow ? 'transparent' : set.borderColor,
      lineWidth: 1.5,
      pointStyle: set.pointStyle,
      rotation: set.rotation,
      hidden: !chart.isDatasetVisible(datasetIndex),
    })),
  },
});

export const tooltip = (callbacks) => ({
  callbacks,
  displayColors: false,
  backgroundColor: ink().strong,
  titleColor: ink().ground,
  bodyColor: ink().ground,
  padding: 8,
  cornerRadius: 4,
});
