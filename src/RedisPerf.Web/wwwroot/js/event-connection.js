// One connection to the events of all pages: see PageEventEndpoint.cs. It runs in the shared worker of the browser's windows, or in a page.
import { base } from './base.js';

/** Milliseconds without an event or a ping (at least every 15 s) after which the connection counts as lost. */
const silence = 40_000;
/** Milliseconds until the next attempt after an answer that is not a stream. */
const pause = 3000;
/** Milliseconds in which changes of the jobs are one change: each of them opens the connection again. */
const settle = 50;

/**
 * @typedef {{kind: 'connected'|'lost'|'refused'|'ping'} | {kind: 'lists', data: object}
 *   | {kind: 'job', job: string, name: string, data: object}} Message
 * an answer that is not a stream is a refusal
 */

/** @param {(message: Message) => void} report */
export function eventConnection(report) {
  let source = null;
  let watch;
  let change;
  let wanted = null;
  let opened = null;
  let isConnected = false;
  let isFirst = false;

  const heard = () => {
    if (!isConnected) {
      isConnected = true;
      report({ kind: 'connected' });
    }
    expectEvent();
  };

  const lose = () => {
    isConnected = false;
    report({ kind: 'lost' });
  };

  // A request without any response is a lost connection too.
  const expectEvent = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      lose();
      reopen();
    }, silence);
  };

  const close = () => {
    clearTimeout(watch);
    source?.close();
    source = null;
    opened = null;
  };

  const open = () => {
    opened = wanted;
    source = new EventSource(opened);
    expectEvent();
    source.addEventListener('open', heard);
    source.addEventListener('ping', () => {
      heard();
      report({ kind: 'ping' });
    });
    source.addEventListener('error', () => {
      lose();
      // The browser does not reconnect after an answer that is not a stream, for example from a proxy or a starting server.
      if (source?.readyState === EventSource.CLOSED) {
        clearTimeout(watch);
        watch = setTimeout(reopen, pause);
        report({ kind: 'refused' });
      }
    });
    source.addEventListener('lists', (event) => {
      heard();
      report({ kind: 'lists', data: JSON.parse(event.data) });
    });
    source.addEventListener('job', (event) => {
      heard();
      report({ kind: 'job', ...JSON.parse(event.data) });
    });
  };

  const reopen = () => {
    isFirst = false;
    close();
    if (wanted !== null) {
      open();
    }
  };

  return {
    /**
     * Follows the lists and these jobs from now on.
     * @param {?Map<string, ?number>} jobs the runs that the page of each job has already, if it is known; null closes the connection
     * @param {boolean} isNew whether a page needs the first events of its job
     */
    follow(jobs, isNew) {
      clearTimeout(change);
      wanted = jobs && `${base}/jobs/events${[...jobs].map(([id, runs], index) => `${index ? '&' : '?'}job=${id}${runs === null ? '' : `.${runs}`}`)
        .join('')}`;
      isFirst ||= isNew;
      if (wanted === null) {
        close();
      } else if (isFirst || wanted !== opened) {
        change = setTimeout(reopen, settle);
      }
    },
  };
}
