// Live chart of a job with a curve: a figure over the values of one axis, a line and a marker for each strategy in each panel. With
// several panels, each has its own chart on the scale of all of them.
// The line is level for a strategy that the axis does not affect, and dotted for a model or published figures.
import { number, pointOf, titleOf, unitOf, whole } from './chart-format.js';
import { animation, colorOf, dashOf, dotted, ink, markerOf, orderOf } from './palette.js';
import { legend, legendMarks, reused, scaleOf, tooltipOfAll } from './chart-parts.js';
import { JobDocument } from './job-document.js';
import { titleOfPanel } from './chart-panels.js';

/** Draws the marked point of a strategy: a dotted line down to the axis, in the strategy's color. */
const pointMarks = {
  id: 'pointMarks',
  afterDatasetsDraw(chart, _, { marks }) {
    const { ctx, chartArea: area, scales: { x } } = chart;
    ctx.save();
    ctx.font = '11px system-ui, sans-serif';
    ctx.textBaseline = 'bottom';
    ctx.lineWidth = 1;
    ctx.setLineDash([2, 3]);
    const placed = marks.map((mark, place) => ({ ...mark, line: x.getPixelForValue(mark.at), top: area.top + 13 * (place + 1) }));
    for (const { line, top, color } of placed) {
      ctx.strokeStyle = color;
      ctx.beginPath();
      ctx.moveTo(line, top);
      ctx.lineTo(line, area.bottom);
      ctx.stroke();
    }
    // The texts are over the lines of the other marks.
    for (const { line, top, text } of placed) {
      const { width } = ctx.measureText(text);
      const left = line > (area.left + area.right) / 2 ? line - width - 3 : line + 3;
      ctx.fillStyle = ink().panel;
      ctx.fillRect(left - 1, top - 12, width + 2, 13);
      ctx.fillStyle = ink().text;
      ctx.fillText(text, left, top);
    }
    ctx.restore();
  },
};

/** What a y axis can show. @param {{timePer: ?string, timeLabel: ?string, figures: {name: string, label: string, isTime: boolean, scale:
 * number}[]}} about */
export function measuresOf({ timePer, timeLabel, figures }) {
  return [
    { name: 'time', label: timeLabel ?? 'time', isTime: true, of: (summary) => summary.median },
    { name: 'rate', label: timePer ? `${timePer}s per second` : 'operations per second', of: (summary) => summary.operationsPerSecond },
    ...figures.map(({ name, label, isTime, scale }) => ({
      name,
      label,
      isTime,
      of: (summary) => (summary.figures?.[name] == null ? null : summary.figures[name] * scale),
    })),
  ];
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./job-document.js').JobDocument} job
 * @param {Map<string, import('./palette.js').Look>} looks
 * @param {{label: string, unit: ?string, measures: ReturnType<typeof measuresOf>, lines: object[], marks: {strategy: string, at: object,
 *   point: number, label: string}[], name: ?string, panel: ?import('./chart-panels.js').Panel, panels: ?import('./chart-panels.js').Panel[]}}
 *   about a chart of one of several panels has its panel, all panels that are drawn, and the name of the axis
 */
export function curveChart(canvas, job, looks, about) {
  const state = { x: 'logarithmic', y: 'logarithmic', measure: about.measures[0], lines: about.lines, marks: about.marks };
  const { panel = null, panels = [] } = about;
  const isIn = (known, each) => JobDocument.isWithin(known, each, about.name);
  const name = (known) => `${panel ? known.strategy : job.nameOf(known)}${known.side ? `, ${known.side}` : ''}`;
  // The scales and the unit are those of all panels.
  const drawn = () => job.cases.filter((known) => known.summary && looks.has(known.strategy) && state.measure.of(known.summary) != null
    && (!panel || panels.some((each) => isIn(known, each))));
  const measured = () => drawn().filter((known) => !panel || isIn(known, panel));
  const points = () => [...new Set([...drawn().map((known) => job.pointOf(known)),
    ...shown().flatMap((line) => line.points.map((each) => each.point))])]
    .filter((point) => point > 0).sort((a, b) => a - b);
  // Reference lines are times.
  const shown = () => (state.measure.name === 'time' ? state.lines.filter((line) => line.points.length > 0) : []);

  /** The unit of the axis; a figure that is not a time has its unit in its label. */
  const unit = () => (state.measure.isTime
    ? unitOf([...drawn().map((known) => state.measure.of(known.summary)), ...shown().flatMap((line) => line.points.map((each) => each.seconds))])
    : { unit: '', factor: 1 });

  /** All figures in the charts, in the unit. */
  const values = () => [...drawn().map((known) => state.measure.of(known.summary)),
    ...shown().flatMap((line) => line.points.map((each) => each.seconds))].map((value) => value * unit().factor).filter((value) => value > 0);

  function datasets() {
    const { factor } = unit();
    const lines = new Map();
    for (const known of measured()) {
      lines.set(job.lineOf(known), [...(lines.get(job.lineOf(known)) ?? []), known]);
    }
    const [first, last] = [points()[0], points().at(-1)];
    const own = [...lines.values()].sort((a, b) => orderOf(looks.get(a[0].strategy)) - orderOf(looks.get(b[0].strategy))).map((cases) => {
      const look = looks.get(cases[0].strategy);
      const marker = markerOf(look);
      const isBase = cases[0].side === 'base';
      const isLevel = cases.length === 1 && job.pointOf(cases[0]) == null;
      const data = isLevel
        ? [first, last].filter((x) => x != null).map((x) => ({ x, y: state.measure.of(cases[0].summary) * factor, known: cases[0] }))
        : cases.filter((known) => job.pointOf(known) != null).sort((a, b) => job.pointOf(a) - job.pointOf(b))
          .map((known) => ({ x: job.pointOf(known), y: state.measure.of(known.summary) * factor, known }));
      return {
        key: job.lineOf(cases[0]),
        label: name(cases[0]),
        hollow: look.asPublished || isBase,
        data,
        borderColor: colorOf(look),
        borderWidth: 1.5,
        borderDash: dashOf(panel ? 0 : job.panelOf(cases[0]), isBase ? 3 : look.isFloor ? 6 : 0),
        pointStyle: marker.style,
        rotation: marker.rotation,
        pointRotation: marker.rotation,
        pointRadius: isLevel ? 0 : 3.5,
        pointHoverRadius: 6,
        pointBackgroundColor: look.asPublished || isBase ? 'transparent' : colorOf(look),
        pointBorderColor: colorOf(look),
        tension: 0,
      };
    });
    const references = shown().filter((line) => !panel || line.target == null || line.target === panel.at.target).map((line, index, all) => {
      const look = looks.get(line.strategy);
      const color = look ? colorOf(look) : ink().text;
      return {
        key: `line:${line.name}|${line.target ?? ''}`,
        label: line.label,
        hollow: true,
        data: line.points.map((each) => ({ x: each.point, y: each.seconds * factor })),
        borderColor: color,
        borderWidth: 1.25,
        borderDash: dotted(all.slice(0, index).filter((other) => other.strategy === line.strategy).length),
        pointStyle: 'line',
        pointRadius: 0,
        pointHoverRadius: 4,
        tension: 0,
      };
    });
    return [...own, ...references];
  }

  // One mark for each visible line. The sentence above the chart lists all of them, so marks may overlap.
  const marks = (sets) => (['time', 'rate'].includes(state.measure.name) ? state.marks : [])
    .filter((mark) => looks.has(mark.strategy) && sets.some((set) => set.key === job.lineOf(mark)))
    .map((mark) => ({ at: mark.point, color: colorOf(looks.get(mark.strategy)), text: `${mark.strategy} ${mark.label}` }));

  // A narrow window has room only for powers of ten.
  const pointWords = (value) => (state.x === 'logarithmic' && canvas.clientWidth < 560 && !Number.isInteger(Math.log10(value)) ? null
    : pointOf(value, about.unit));

  const options = (sets, isPicture = false) => ({
    responsive: true,
    maintainAspectRatio: false,
    animation: animation(),
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        ...scaleOf(state.x, points(), pointWords),
        title: { display: true, text: titleOf(about), color: ink().text },
      },
      y: {
        ...scaleOf(state.y, values(), state.measure.isTime ? undefined
          : (value) => whole(Number(value.toPrecision(3)))),
        title: { display: true, text: `${state.measure.label}${unit().unit && `, ${unit().unit}`}`, color: ink().text },
      },
    },
    plugins: {
      legend: panel && !isPicture ? { display: false } : legend(),
      title: titleOfPanel(panel),
      pointMarks: { marks: marks(sets) },
      tooltip: tooltipOfAll({
        title: ([{ raw }]) => (about.unit ? `${about.label} ${pointOf(raw.x, about.unit)}` : `${whole(raw.x)} ${about.label}`),
        label: ({ dataset: { label }, raw }) => `${label}: ${number(raw.y)} ${unit().unit}`.trim(),
      }),
    },
  });

  const config = (isPicture = true) => {
    const sets = datasets();
    return { type: 'line', data: { datasets: sets }, options: options(sets, isPicture),
      plugins: panel && !isPicture ? [pointMarks] : [pointMarks, legendMarks] };
  };
  const chart = new window.Chart(canvas, config(false));

  return {
    canvas,
    chart,
    /** The configuration of the chart, for a second canvas. */
    config,
    /** The number of measured points in the chart. */
    get points() {
      return chart.data.datasets.reduce((sum, set) => sum + (set.pointRadius > 0 ? set.data.length : 0), 0);
    },
    /** @param {{x?: string, y?: string, measure?: string, lines?: object[], marks?: object[]}} changes */
    update(changes = {}) {
      Object.assign(state, changes, { measure: about.measures.find((each) => each.name === changes.measure) ?? state.measure });
      const fresh = datasets();
      chart.options = options(fresh);
      chart.data.datasets = reused(chart, fresh);
      chart.update();
    },
  };
}
