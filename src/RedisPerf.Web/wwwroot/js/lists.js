// The events of every page: the running job and the open alerts in the navigation, and the lists of the page, which are
// loaded again when a job is queued, starts or ends.
import { base } from './base.js';
import { followLists } from './live-stream.js';
import { fetchPage, replaceParts } from './page-refresh.js';
import { renewAfterRestart } from './renewal.js';
import { showTimes } from './times.js';

const running = document.querySelector('[data-running]');
const text = running.querySelector('[data-running-text]');
const alerts = document.querySelector('[data-alerts]');
// A part in a hidden place is no longer needed.
const hasLists = () => [...document.querySelectorAll('[data-live]')].some((part) => !part.closest('[hidden]'));

// Behind a load balancer, the events can come from another process than the page, and each one counts its own versions: they
// are only equal or different. An event whose version is neither that of the page nor the last one loads the lists again.
let page = Number(document.body.dataset.lists);
let newest = page;
let loaded = page;
let loading = false;
let isPageThere = false;

/** @param {?{id: string, title: string, text: string, percent: number, secondsLeft: ?number}} job */
function showRunning(job) {
  running.hidden = job === null;
  if (job) {
    running.href = `${base}/jobs/${job.id}`;
    running.title = job.title;
    text.textContent = job.text;
    for (const place of document.querySelectorAll(`[data-progress-of="${job.id}"]`)) {
      place.textContent = `${job.percent}%`;
    }
    if (job.secondsLeft !== null) {
      for (const start of document.querySelectorAll('[data-after-running]')) {
        start.dateTime = new Date(Date.now() + (job.secondsLeft + Number(start.dataset.afterRunning)) * 1000).toISOString();
      }
      showTimes(document);
    }
  }
}

async function loadLists() {
  if (loading) {
    return;
  }
  loading = true;
  try {
    while (newest !== loaded && newest !== page) {
      const wanted = newest;
      const fresh = await fetchPage();
      if (!fresh) {
        break;
      }
      loaded = wanted;
      page = Number(fresh.body.dataset.lists);
      replaceParts(document, fresh, 'live');
      document.dispatchEvent(new Event('lists-replaced'));
    }
  } catch {
    // The connection is lost. The first event of the next one leads here again.
  } finally {
    loading = false;
  }
}

followLists((now) => {
  isPageThere = false;
  renewAfterRestart(now.instance);
  showRunning(now.running);
  document.dispatchEvent(new CustomEvent('running-job', { detail: now.running?.id ?? null }));
  alerts.hidden = now.alerts === 0;
  alerts.textContent = ` (${now.alerts})`;
  newest = now.version;
  if (hasLists()) {
    loadLists();
  }
}, async () => {
  // The sign-in may have expired. A form without lists keeps its values, and a page that exists is loaded once and not at every attempt.
  if (hasLists()) {
    isPageThere ||= await fetchPage().catch(() => null) !== null;
  }
});
