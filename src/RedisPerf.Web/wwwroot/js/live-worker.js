// The shared worker: one connection for all windows of the browser, because it has at most six connections to a server.
import { eventConnection } from './event-connection.js';

/** Milliseconds without a sign of life from a visible page, after which it has ended without a message. */
const life = 60_000;

/** The visible pages. @type {Map<MessagePort, {job: ?string, runs: ?number, lastBeat: number}>} */
const pages = new Map();
let lists = null;

const connection = eventConnection((message) => {
  if (message.kind === 'lists') {
    lists = message;
  }
  for (const [port, page] of pages) {
    if (message.kind !== 'job' || message.job === page.job) {
      port.postMessage(message);
    }
  }
});

/** @param {boolean} isNew */
function follow(isNew) {
  const jobs = new Map();
  for (const { job, runs } of pages.values()) {
    if (job !== null) {
      // Pages of one job that were loaded at different times have different runs.
      jobs.set(job, jobs.has(job) && jobs.get(job) !== runs ? null : runs);
    }
  }
  connection.follow(pages.size === 0 ? null : jobs, isNew);
  if (pages.size === 0) {
    lists = null;
  }
}

setInterval(() => {
  const lost = [...pages].filter(([, page]) => Date.now() - page.lastBeat > life);
  if (lost.length > 0) {
    lost.forEach(([port]) => pages.delete(port));
    follow(false);
  }
}, life / 2);

addEventListener('connect', (event) => {
  const [port] = event.ports;
  port.addEventListener('message', ({ data }) => {
    const known = pages.get(port);
    if (data.kind === 'leave') {
      pages.delete(port);
      follow(false);
    } else if (data.kind === 'follow') {
      pages.set(port, { job: data.job, runs: data.runs, lastBeat: Date.now() });
      if (lists) {
        port.postMessage(lists);
      }
      follow(data.job !== null && data.job !== known?.job);
    } else if (known) {
      known.lastBeat = Date.now();
    }
  });
  port.start();
});
