// The trend page: its chart, once, from the data that came with the page. Nothing is asked for afterwards.
import { onTheme } from './palette.js';
import { trendChart } from './chart-trend.js';

const source = document.getElementById('trend-data');
if (source) {
  const charts = document.querySelector('[data-charts]');
  charts.hidden = false;
  const chart = trendChart(charts.querySelector('canvas'), JSON.parse(source.textContent), (job) => { location.href = `/jobs/${job}`; });
  onTheme(() => chart.update());
  document.documentElement.dataset.trendPoints = String(chart.points);
}
