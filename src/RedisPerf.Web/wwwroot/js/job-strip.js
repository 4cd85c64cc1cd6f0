// The status strip of a job: its state, its progress, and the time left.

/** @param {HTMLElement} page */
export function strip(page) {
  const find = (name) => page.querySelector(`[data-${name}]`);
  const state = page.querySelector('.strip-state .state');
  const run = find('live-only');
  const title = document.title;

  return {
    /** @param {import('./job-document.js').JobDocument} known */
    show(known) {
      const { job } = known;
      if (state.dataset.state !== job.state) {
        state.dataset.state = job.state;
        state.textContent = job.state;
        page.dataset.state = job.state;
      }
      run.hidden = known.hasEnded;
      const progress = known.hasEnded || job.state === 'queued' ? null : job.progress;
      find('current').textContent = progress?.current ?? '';
      find('progress').value = progress?.fraction ?? 0;
      const percent = progress ? `${progress.percent}%` : '';
      find('percent').textContent = percent;
      find('left').textContent = progress?.left ?? '';
      document.title = `${percent || job.state} · ${title}`;
    },
  };
}
