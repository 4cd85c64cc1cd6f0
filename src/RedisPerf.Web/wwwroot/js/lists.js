// The events of every page: the running job and the open alerts in the navigation, and the lists of the page, which are
// loaded again when a job is queued, starts or ends.
import { replaceParts } from './page-refresh.js';
import { showTimes } from './times.js';

const running = document.querySelector('[data-running]');
const text = running.querySelector('[data-running-text]');
const alerts = document.querySelector('[data-alerts]');
// A part in a hidden place is no longer needed.
const hasLists = () => [...document.querySelectorAll('[data-live]')].some((part) => !part.closest('[hidden]'));
/** Milliseconds without an event or a ping (every 15 s) after which the connection counts as lost. */
const silence = 40_000;

// Behind a load balancer, the events can come from another process than the page, and each one counts its own versions: they
// are only equal or different. An event whose version is neither that of the page nor the last one loads the lists again.
let page = Number(document.body.dataset.lists);
let newest = page;
let loaded = page;
let source = null;
let watch;
let loading = false;

/** @param {?{id: string, title: string, text: string, percent: number, secondsLeft: ?number}} job */
function showRunning(job) {
  running.hidden = job === null;
  if (job) {
    running.href = `/jobs/${job.id}`;
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
      const answer = await fetch(location.pathname + location.search);
      if (!answer.ok) {
        break;
      }
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
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

function heard() {
  clearTimeout(watch);
  watch = setTimeout(reopen, silence);
}

function reopen() {
  close();
  open();
}

function open() {
  if (source || document.hidden) {
    return;
  }
  source = new EventSource('/jobs/events');
  source.addEventListener('ping', heard);
  source.addEventListener('lists', (event) => {
    heard();
    const now = JSON.parse(event.data);
    showRunning(now.running);
    alerts.hidden = now.alerts === 0;
    alerts.textContent = ` (${now.alerts})`;
    newest = now.version;
    if (hasLists()) {
      loadLists();
    }
  });
  source.addEventListener('error', () => {
    // The browser does not reconnect after an answer that is not a stream, for example from a starting server.
    if (source?.readyState === EventSource.CLOSED) {
      clearTimeout(watch);
      watch = setTimeout(reopen, 5000);
    }
  });
  heard();
}

function close() {
  clearTimeout(watch);
  source?.close();
  source = null;
}

// A browser has at most six connections to a server, so a page in the background has none.
document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
addEventListener('pagehide', close);
addEventListener('pageshow', open);
open();
