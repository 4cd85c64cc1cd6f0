// The part of the job document that the charts draw, kept up to date by the events. Applying an event twice changes nothing.

/**
 * @typedef {{round: number, warmup: boolean, state: 'ok'|'failed'|'cancelled', seconds: ?number, disturbed: ?string, leftOut: boolean}} Run
 * @typedef {{strategy: string, target: string, client: ?string, point: ?number, runs: Run[], summary: ?object}} Case
 */

/** @param {{strategy: string, target: string, client: ?string, point: ?number}} part */
export const keyOf = (part) => `${part.strategy}|${part.target}|${part.client ?? ''}|${part.point ?? ''}`;

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

  /** @param {Case} known @returns {number} the index of its place in the job */
  placeOf(known) {
    return this.job.request.places.findIndex((place) => place.target === known.target && (place.client ?? null) === (known.client ?? null));
  }

  /** @param {Case} known @returns {string} its strategy, with the target and the client when the job has several */
  nameOf(known) {
    return known.strategy + (this.job.request.places[this.placeOf(known)]?.words ?? '');
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

  replace(document) {
    this.job = document;
  }

  /** @param {'state'|'progress'|'run'|'summary'|'end'} name @param {object} data */
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
      case 'run':
        this.#addRun(data);
        break;
      case 'summary':
        this.#case(data).summary = data.summary;
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

  #case(data) {
    const key = keyOf(data);
    let found = this.cases.find((known) => keyOf(known) === key);
    if (!found) {
      found = { strategy: data.strategy, target: data.target, client: data.client ?? null, point: data.point ?? null, runs: [], summary: null };
      this.cases.push(found);
    }
    return found;
  }
}
