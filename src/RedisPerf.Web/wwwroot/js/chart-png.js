// Saves a chart as a picture: draws it at twice the size on a separate canvas, with its title above it. Always in the light
// theme, because reports, pull requests and prints have a white background.
import { ink, inLight } from './palette.js';

const scale = 2;
const margin = 16;
const lineHeight = 20;

/** 20261121-101500, in UTC, as in the file names of the reports. @param {string} time */
const stamp = (time) => new Date(time).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);

/** Text of the caption without its controls. @param {HTMLElement} canvas */
function captionOf(canvas) {
  const caption = canvas.closest('figure').querySelector('figcaption');
  const shown = caption.querySelector('[data-measure]')?.selectedOptions[0]?.textContent ?? '';
  const copy = caption.cloneNode(true);
  for (const control of copy.querySelectorAll('button, .scale, label')) {
    control.remove();
  }
  return `${shown} ${copy.textContent}`.replace(/\s+/g, ' ').trim();
}

const columns = 3;

/** Draws a chart on a separate canvas. @param {{canvas: HTMLCanvasElement, config: () => object}} chart */
function drawingOf(chart, width, height) {
  const shown = window.Chart.getChart(chart.canvas);
  const drawing = document.createElement('canvas');
  [drawing.width, drawing.height] = [width, height];
  const config = chart.config();
  config.data.datasets.forEach((set, index) => { set.hidden = !shown.isDatasetVisible(index); });
  const copy = new window.Chart(drawing, { ...config,
    options: { ...config.options, responsive: false, animation: false, devicePixelRatio: scale } });
  copy.draw();
  return { drawing, copy };
}

/** @param {{canvas: HTMLCanvasElement, config: () => object}[]} charts one, or several of one scale @param {string} title @returns
 * {HTMLCanvasElement} */
function picture(charts, title) {
  return inLight(() => {
    const isSingle = charts.length === 1;
    const [width, height] = [Math.max(isSingle ? 640 : 420, charts[0].canvas.clientWidth), Math.max(320, charts[0].canvas.clientHeight)];
    const across = Math.min(columns, charts.length);
    const rows = Math.ceil(charts.length / across);
    const whole = document.createElement('canvas');
    const top = margin + lineHeight * 2;
    [whole.width, whole.height] = [(width * across + margin * 2) * scale, (height * rows + top + margin) * scale];
    const pen = whole.getContext('2d');
    const { ground, strong, text } = ink();
    pen.scale(scale, scale);
    pen.fillStyle = ground;
    pen.fillRect(0, 0, whole.width, whole.height);
    pen.textBaseline = 'top';
    pen.fillStyle = strong;
    pen.font = '600 14px system-ui, sans-serif';
    pen.fillText(title, margin, margin - 4, width * across);
    pen.fillStyle = text;
    pen.font = '12px system-ui, sans-serif';
    pen.fillText(captionOf(charts[0].canvas), margin, margin + lineHeight - 4, width * across);
    for (const [index, chart] of charts.entries()) {
      const { drawing, copy } = drawingOf(chart, width, height);
      pen.drawImage(drawing, margin + (index % across) * width, top + Math.floor(index / across) * height, width, height);
      copy.destroy();
    }
    return whole;
  });
}

/** The charts of an entry, which can be several of one scale. */
const partsOf = (chart) => chart.parts ?? [chart];

async function save(name, chart, about) {
  const image =
    await new Promise((done) => { picture(partsOf(chart),
      `${about.title.replace(/\s+/g, ' ').trim()}, ${new Date(about.time).toISOString().slice(0, 16).replace('T', ' ')} UTC`).toBlob(done,
        'image/png'); });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(image);
  link.download = `redisperf-${about.benchmark}-${stamp(about.time)}-${name}.png`;
  link.click();
  // A download that has started has its own reference to the picture.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Shows the buttons that save the charts of a page: one at each chart, and one for all.
 * @param {ParentNode} page
 * @param {Record<string, ?({canvas: HTMLCanvasElement, config: () => object}|{parts: object[]})>} charts by the name that the button and the file
 *   have
 * @param {{benchmark: string, time: string, title: string}} about
 */
export function offerPng(page, charts, about) {
  const drawn = Object.entries(charts).filter(([, chart]) => chart && partsOf(chart).length > 0);
  const inSight = () => drawn.filter(([, chart]) => !partsOf(chart)[0].canvas.closest('[hidden]'));
  for (const [name, chart] of drawn) {
    page.querySelector(`[data-png="${name}"]`).addEventListener('click', () => save(name, chart, about));
  }
  // This part of the page may be replaced, so the listener is on the page.
  page.addEventListener('click', async (event) => {
    if (event.target.closest('[data-png-all]')) {
      for (const [name, chart] of inSight()) {
        await save(name, chart, about);
      }
    }
  });
}
