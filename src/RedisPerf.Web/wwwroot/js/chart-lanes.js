// The lanes of a job: a row for each case. On the left its run in progress, on the right its slices, runs and median on one logarithmic axis.
// The rows keep their order and their place when the job ends.
import { number, pointOf, unitOf } from './chart-format.js';
import { disturbedMarks, scaleOf, strokeOutlined, tooltip, whisker } from './chart-parts.js';
import { JobDocument } from './job-document.js';
import { colorOf, ink, markerOf, orderOf } from './palette.js';

/** Pixels of a row and of the axis below the rows; the rows of the list are as high, see site.css. */
const row = 28;
const axis = 42;

/** A row has the runs above the slices. */
const runs = -0.16;
const slices = 0.24;

/** With more dots in a chart, only the runs in progress have their slices. */
const mostDots = 4000;

const svg = (name, attributes, ...content) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...content);
  return made;
};

/** Draws the range, the median and the interval of each case over its row, and the floors as dashed lines. */
const marks = {
  id: 'marks',
  beforeDatasetsDraw({ ctx, chartArea: area, scales: { x, y } }, _, { rows, factor }) {
    const { grid, text } = ink();
    ctx.save();
    for (const { index, floor, look, summary } of rows) {
      const middle = y.getPixelForValue(index);
      if (index % 2 === 1) {
        ctx.fillStyle = `${grid}66`;
        ctx.fillRect(area.left, middle - row / 2, area.width, row);
      }
      if (summary) {
        ctx.fillStyle = `${colorOf(look)}2e`;
        const [from, to] = [x.getPixelForValue(summary.min * factor), x.getPixelForValue(summary.max * factor)];
        ctx.fillRect(from, middle - 11, Math.max(2, to - from), 13);
      }
      if (floor) {
        const at = x.getPixelForValue(floor * factor);
        Object.assign(ctx, { strokeStyle: text, lineWidth: 1 });
        ctx.setLineDash([4, 4]);
        ctx.beginPath();
        ctx.moveTo(at, middle - row / 2);
        ctx.lineTo(at, middle + row / 2);
        ctx.stroke();
        ctx.setLineDash([]);
      }
    }
    ctx.restore();
  },
  afterDatasetsDraw({ ctx, scales: { x, y } }, _, { rows, factor }) {
    ctx.save();
    for (const { index, summary } of rows.filter((each) => each.summary)) {
      const middle = y.getPixelForValue(index) - 4.5;
      const at = (value) => x.getPixelForValue(value * factor);
      strokeOutlined(ctx, [[at(summary.median), middle - 8, at(summary.median), middle + 8],
        ...(summary.medianLow == null ? [] : whisker(at(summary.medianLow), at(summary.medianHigh), middle))]);
    }
    ctx.restore();
  },
};

/**
 * @param {HTMLElement} figure the figure with the list and the canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 * @param {{axis: ?{unit: ?string}, per: string}} labels the axis of the job's curve, and the work that a time is of
 */
export function lanesChart(figure, job, looks, { axis: curve, per }) {
  const canvas = figure.querySelector('canvas');
  const list = figure.querySelector('[data-lanes]');
  const nameOf = (known) => {
    const point = job.pointOf(known);
    return point === null ? job.nameOf(known) : `${job.nameOf(known)} · ${pointOf(point, curve?.unit)}`;
  };

  /** @type {string[]} the keys of the cases in their order; new cases follow. */
  const order = [];
  const cases = () => {
    const known = new Map(job.cases.filter((each) => looks.has(each.strategy)).map((each) => [each.key, each]));
    if (order.some((key) => !known.has(key))) {
      order.length = 0;
    }
    const added = [...known.values()].filter(({ key }) => !order.includes(key));
    added.sort((a, b) => job.panelOf(a) - job.panelOf(b) || (job.pointOf(a) ?? 0) - (job.pointOf(b) ?? 0)
      || orderOf(looks.get(a.strategy)) - orderOf(looks.get(b.strategy)));
    order.push(...added.map(({ key }) => key));
    return order.map((key) => known.get(key));
  };

  /** The slices of the run in progress and of the runs before. */
  const slicesOf = (known, hasAll) => {
    const last = known.lane && !known.runs.some((run) => run.round === known.lane.round) ? [known.lane] : [];
    const before = hasAll ? known.runs.filter((run) => run.slices).map((run) => ({ warmup: run.warmup, times: run.slices })) : [];
    return [...before, ...last].flatMap(({ warmup, times }) => times.map((time, turn) => ({ warmup, time, turn })));
  };

  const content = () => {
    const known = cases();
    const count = known.reduce((sum, each) => sum + each.runs.reduce((dots, run) => dots + (run.slices?.length ?? 0), 0), 0);
    const hasAll = count <= mostDots;
    const floors = known.filter((each) => looks.get(each.strategy).isFloor && JobDocument.hasFloor(each));
    const floorOf = (each) => floors.find((floor) => JobDocument.isWithin(floor, each))?.summary.median;
    return known.map((each, index) => ({
      index, known: each, look: looks.get(each.strategy), summary: each.summary, floor: floorOf(each), slices: slicesOf(each, hasAll),
      runs: each.runs.filter((run) => run.state === 'ok' && run.time > 0),
    }));
  };

  const timesOf = (rows) => {
    const timed = rows.flatMap(({ summary, slices: dots, runs: marked }) => [...(summary ? [summary.min, summary.max] : []),
      ...marked.filter((run) => !run.warmup).map((run) => run.time), ...dots.filter((dot) => !dot.warmup).map((dot) => dot.time)]);
    // The warm-up does not stretch the axis, unless there is nothing else.
    return (timed.length > 0 ? timed : rows.flatMap(({ slices: dots, runs: marked }) => [...dots, ...marked].map((dot) => dot.time)))
      .filter((value) => value > 0);
  };

  const datasets = (rows, factor) => {
    const { text } = ink();
    return [{
      data: rows.flatMap(({ index, slices: dots }) => dots.map((dot) => ({ x: dot.time * factor, y: index + slices + ((dot.turn % 3) - 1) * 0.06,
        row: index, kind: dot.warmup ? 'slice of the warm-up' : 'slice' }))),
      pointStyle: 'circle', pointRadius: 1.8, pointHoverRadius: 4, pointBorderWidth: 0.6, pointBorderColor: `${text}88`,
      pointBackgroundColor: (point) => (point.raw?.kind === 'slice' ? `${text}88` : 'transparent'),
    }, ...rows.map(({ index, look, runs: marked }) => {
      const { style, rotation } = markerOf(look);
      const color = colorOf(look);
      return {
        data: marked.map((run) => ({ x: run.time * factor, y: index + runs, row: index, round: run.round,
          kind: run.leftOut ? 'excluded run' : run.warmup ? 'warm-up' : run.disturbed ? 'disturbed run' : 'run',
          disturbed: !run.warmup && run.disturbed, leftOut: run.leftOut })),
        pointStyle: style, pointRotation: rotation, pointRadius: 4, pointHoverRadius: 6, pointBorderWidth: 1.3,
        pointBorderColor: (point) => (point.raw?.kind === 'run' || point.raw?.kind === 'disturbed run' ? color : `${color}77`),
        pointBackgroundColor: (point) => (look.asPublished || ['warm-up', 'excluded run'].includes(point.raw?.kind) ? 'transparent' : color),
      };
    })];
  };

  const config = () => {
    const rows = content();
    figure.querySelector('[data-floor-mark]').hidden = rows.every(({ floor }) => floor === undefined);
    const times = timesOf(rows);
    const { unit, factor } = unitOf(times);
    return {
      type: 'scatter',
      data: { datasets: datasets(rows, factor) },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        // Drawn up to four times per second: frames between them would take the CPU that is measured.
        animation: false,
        // Chart.js would make room for the marks, and the rows would not match those of the list.
        layout: { autoPadding: false, padding: 0 },
        interaction: { mode: 'nearest', intersect: true },
        scales: {
          x: { ...scaleOf('logarithmic', times.map((value) => value * factor), undefined, times.length > 0 ? `${unit} per ${per}` : ''),
            afterFit: (scale) => { scale.height = axis; } },
          y: { type: 'linear', reverse: true, display: false, min: -0.5, max: Math.max(1, rows.length) - 0.5 },
        },
        plugins: {
          legend: { display: false },
          marks: { rows, factor },
          disturbedMarks: { areShown: job.job.marksDisturbed },
          tooltip: tooltip({
            label: ({ raw }) => {
              const { known, summary } = rows[raw.row];
              return [`${nameOf(known)}, ${raw.kind}${raw.kind === 'run' ? ` ${raw.round - job.warmups + 1}` : ''}: ${number(raw.x)} ${unit}`,
                ...(raw.kind.startsWith('slice') ? ['estimate of a run from this slice'] : []),
                ...(summary ? [`median ${number(summary.median * factor)} ${unit}`] : [])];
            },
          }),
        },
      },
      plugins: [marks, disturbedMarks],
    };
  };

  /** The row of a case in the list. */
  const laneOf = (known) => {
    const look = looks.get(known.strategy);
    const item = document.createElement('li');
    item.dataset.lane = known.key;
    const swatch = svg('svg', { class: `swatch ${look.cssClass}`, width: 12, height: 12, 'aria-hidden': 'true' },
      svg('use', { href: `#m-${look.marker}` }));
    const name = Object.assign(document.createElement('span'), { className: 'name', textContent: nameOf(known), title: nameOf(known) });
    const done = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    done.setAttribute('aria-label', `This round of ${nameOf(known)}`);
    const use = Object.assign(document.createElement('span'), { className: 'quiet lane-use' });
    item.append(swatch, name, done, use);
    return item;
  };

  const showList = () => {
    const known = cases();
    if (list.children.length !== known.length || known.some(({ key }, index) => list.children[index].dataset.lane !== key)) {
      list.replaceChildren(...known.map(laneOf));
    }
    const current = job.hasEnded ? null : job.job.progress?.case;
    list.classList.toggle('ended', job.hasEnded);
    const unit = unitOf(known.flatMap(({ summary }) => (summary ? [summary.median] : [])));
    known.forEach(({ key, lane, summary }, index) => {
      const item = list.children[index];
      item.classList.toggle('current', key === current);
      const [, , done, use] = item.children;
      done.value = lane ? lane.times.length / lane.count : 0;
      const text = job.hasEnded ? (summary ? `${number(summary.median * unit.factor)} ${unit.unit}` : '') : lane?.use ?? '';
      if (use.textContent !== text) {
        use.textContent = text;
      }
    });
    figure.querySelector('[data-lanes-note]').hidden = job.hasEnded;
    const height = `${known.length * row + axis}px`;
    if (canvas.parentElement.style.height !== height) {
      canvas.parentElement.style.height = height;
    }
  };

  showList();
  const chart = new window.Chart(canvas, config());
  return {
    canvas,
    /** The configuration of the chart, for a second canvas: with the names at the axis, which the list has on the page. */
    config() {
      const drawn = config();
      const names = cases().map(nameOf);
      drawn.options.scales.y = { ...drawn.options.scales.y, display: true, grid: { display: false },
        afterBuildTicks: (scale) => { scale.ticks = names.map((_, value) => ({ value })); },
        ticks: { autoSkip: false, color: ink().strong, callback: (value) => names[value] ?? '' } };
      return drawn;
    },
    /** The number of runs and slices in the chart. */
    get points() {
      return chart.data.datasets.reduce((sum, set) => sum + set.data.length, 0);
    },
    /** Shows which case is measured, without drawing the chart. */
    showProgress: showList,
    update() {
      showList();
      const fresh = config();
      chart.data.datasets = fresh.data.datasets.map((set, index) => Object.assign(chart.data.datasets[index] ?? {}, set));
      chart.options = fresh.options;
      chart.update();
    },
  };
}
