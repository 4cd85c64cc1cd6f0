// The part of the job document that the charts draw, kept up to date by the events. Applying an event twice changes nothing.

/**
 * @typedef {{round: number, warmup: boolean, state: 'ok'|'failed'|'cancelled', seconds: ?number, time: ?number, slices: ?number[],
 *   disturbed: ?string, leftOut: boolean}} Run with the time that is compared, and that time as each slice estimates it
 * @typedef {Object<string, string|number|boolean>} Coordinates values by the names of their axes
 * @typedef {{round: number, warmup: boolean, count: number, times: number[], use: string}} Lane the run in progress, by its slices
 * @typedef {{key: string, strategy: string, at: Coordinates, runs: Run[], summary: ?object, lane: ?Lane, withoutFloor: boolean}} Case
 */

/** @param {Coordinates} one @param {Coordinates} other @param {?string} along an axis that is not compared */
function areEqual(one, other, along) {
  const axes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...axes].every((axis) => axis === along || one[axis] === other[axis]);
}

const ends = new Set(['completed', 'failed', 'cancelled', 'interrupted']);

export class JobDocument {
  /** @param {object} document as /api/jobs/{id} gives it */
  constructor(document) {
    this.replace(document);
  }

  get hasEnded() {
    return ends.has(this.job.state);
  }

  /** @returns {Case[]} */
  get cases() {
    return this.job.cases;
  }

  /** @param {{at: Coordinates}} known @returns {?number} its position on the curve; null for a level case, and without a curve */
  pointOf(known) {
    const point = known.at[this.job.request.along];
    return typeof point === 'number' ? point : null;
  }

  /** @param {{at: Coordinates}} known @returns {number} the index of its panel in the job: its coordinates but that on the curve */
  panelOf(known) {
    const { panels, along } = this.job.request;
    return panels.findIndex((panel) => areEqual(panel.at, known.at, along));
  }

  /** @param {Case} known @returns {string} its strategy, with the coordinates that differ within the job */
  nameOf(known) {
    return known.strategy + (this.job.request.panels[this.panelOf(known)]?.words ?? '');
  }

  /** @param {{strategy: string, at: Coordinates, side: ?string}} known @returns {string} the key of its curve */
  lineOf(known) {
    return `${known.strategy}|${this.panelOf(known)}|${known.side ?? ''}`;
  }

  /**
   * Whether a case is drawn in one of several charts along an axis: also that of a strategy that some of the other axes do not affect.
   * @param {{at: Coordinates}} known @param {{at: Coordinates}} panel @param {string} axis
   */
  static isWithin(known, panel, axis) {
    return Object.entries(known.at).every(([name, value]) => name === axis || panel.at[name] === value);
  }

  /** Whether a case has a ratio to a floor that is a lower bound in this job. @param {Case} known */
  static hasFloor({ summary, withoutFloor }) {
    return summary?.floorRatio != null && !withoutFloor;
  }

  /** Rounds of warm-up come first. */
  get warmups() {
    return this.job.request.warmups;
  }

  /** A job that runs until it is decided ends before its maximum of rounds. */
  get rounds() {
    const measured = this.cases.flatMap((known) => known.runs.map((run) => run.round + 1));
    return this.hasEnded && measured.length > 0 ? measured.reduce((most, round) => Math.max(most, round))
      : this.job.request.warmups + this.job.request.runs;
  }

  // The page keeps its axis, which its address chooses. A snapshot has that of the job.
  replace(document) {
    const lanes = new Map((this.job?.cases ?? []).map((known) => [known.key, known.lane]));
    const { along = document.request.along, panels = document.request.panels } = this.job?.request ?? {};
    this.job = { ...document, request: { ...document.request, along, panels } };
    for (const known of this.cases) {
      known.lane = lanes.get(known.key) ?? null;
    }
  }

  /** @param {'state'|'progress'|'mark'|'lanes'|'summary'|'rows'|'page'|'end'} name @param {object} data */
  apply(name, data) {
    switch (name) {
      case 'snapshot':
        this.replace(data);
        break;
      case 'state':
      case 'end':
        Object.assign(this.job, data);
        break;
      case 'progress':
        this.job.progress = data;
        break;
      case 'mark':
        this.#addRun(data);
        break;
      case 'lanes':
        data.lanes.forEach((lane) => this.#showLane(lane));
        break;
      case 'summary':
        this.#case(data).summary = data.summary;
        break;
      case 'rows':
        this.cases.forEach((known) => (known.withoutFloor = data.withoutFloor.includes(known.key)));
        break;
      case 'page':
        this.job.marksDisturbed = data.disturbed?.areMarked ?? false;
        break;
    }
  }

  #addRun(data) {
    const runs = this.#case(data).runs;
    const at = runs.findIndex((run) => run.round === data.run.round);
    if (at < 0) {
      runs.push(data.run);
    } else {
      runs[at] = data.run;
    }
  }

  #showLane(lane) {
    const found = this.cases.find((known) => known.key === lane.key);
    if (found) {
      found.lane = lane;
    }
  }

  #case(data) {
    const { key, strategy, at } = data;
    let found = this.cases.find((known) => known.key === key);
    if (!found) {
      found = { key, strategy, at, runs: [], summary: null };
      this.cases.push(found);
    }
    return found;
  }
}
