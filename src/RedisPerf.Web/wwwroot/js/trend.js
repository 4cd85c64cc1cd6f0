// The trend page: draws the chart from the data in the page, without further requests.
import { base } from './base.js';
import { onPrint, onTheme } from './palette.js';
import { trendChart } from './chart-trend.js';

const source = document.getElementById('trend-data');
if (source) {
  const charts = document.querySelector('[data-charts]');
  charts.hidden = false;
  const chart = trendChart(charts.querySelector('canvas'), JSON.parse(source.textContent), (job) => { location.href = `${base}/jobs/${job}`; });
  onTheme(chart.update);
  onPrint(chart.update);
  document.documentElement.dataset.trendPoints = String(chart.points);
}
