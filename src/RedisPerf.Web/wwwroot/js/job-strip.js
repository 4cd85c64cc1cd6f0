// The strip over a job: its state, how far it is, and how long it still takes.
import { left } from './format.js';

/** @param {HTMLElement} page */
export function strip(page) {
  const find = (name) => page.querySelector(`[data-${name}]`);
  const state = page.querySelector('.strip-state .state');
  const run = find('live-only');
  let endsAt = null;

  const tick = () => {
    const text = endsAt === null ? '' : left((endsAt - performance.now()) / 1000);
    if (find('left').textContent !== text) {
      find('left').textContent = text;
    }
  };
  setInterval(tick, 1000);

  return {
    /** @param {import('./job-document.js').JobDocument} document */
    show(document) {
      const { job } = document;
      if (state.dataset.state !== job.state) {
        state.dataset.state = job.state;
        state.textContent = job.state;
        page.dataset.state = job.state;
      }
      run.hidden = document.hasEnded;
      const progress = document.hasEnded ? null : job.progress;
      find('current').textContent = progress?.current ?? '';
      find('progress').value = progress?.fraction ?? 0;
      find('percent').textContent = progress ? `${Math.floor(progress.fraction * 100)} %` : '';
    },
    /** @param {?number} seconds counted down from now on */
    expect(seconds) {
      endsAt = seconds == null ? null : performance.now() + seconds * 1000;
      tick();
    },
  };
}
