// The events that this page follows while it is visible: from the shared worker, or over its own connection where the browser has none.
import { eventConnection } from './event-connection.js';

/** Milliseconds between the signs of life to the worker, which cannot see that a page has crashed. */
const beat = 20_000;
/** Milliseconds without a message of the worker, after which another one is started. The worker reports a lost connection before. */
const silence = 60_000;

/** @type {((message: import('./event-connection.js').Message) => void)[]} */
const listeners = [];
let job = null;
let runs = null;
let transport = null;

const report = (message) => [...listeners].forEach((listener) => listener(message));

/** @returns {{follow: () => void, leave: () => void}} */
function ownConnection() {
  const connection = eventConnection(report);
  let followed = null;
  return {
    follow() {
      connection.follow(new Map(job === null ? [] : [[job, runs]]), job !== null && job !== followed);
      followed = job;
    },
    leave() {
      connection.follow(null, false);
      followed = null;
    },
  };
}

/** @returns {{follow: () => void, leave: () => void}} */
function sharedConnection() {
  const worker = new SharedWorker(new URL('./live-worker.js', import.meta.url), { type: 'module', name: 'redisperf-1' });
  let watch;
  let beating;
  const replace = (next) => {
    stop();
    if (transport === own) {
      transport = next();
      show();
    }
  };
  const expectMessage = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      report({ kind: 'lost' });
      replace(sharedConnection);
    }, silence);
  };
  const stop = () => {
    clearTimeout(watch);
    clearInterval(beating);
    worker.port.postMessage({ kind: 'leave' });
  };
  worker.port.addEventListener('message', ({ data }) => {
    expectMessage();
    report(data);
  });
  // The script of the worker cannot be loaded or run.
  worker.addEventListener('error', () => replace(ownConnection));
  worker.port.start();
  const own = {
    follow() {
      worker.port.postMessage({ kind: 'follow', job, runs });
      clearInterval(beating);
      beating = setInterval(() => worker.port.postMessage({ kind: 'beat' }), beat);
      expectMessage();
    },
    leave: stop,
  };
  return own;
}

function connect() {
  try {
    return globalThis.SharedWorker ? sharedConnection() : ownConnection();
  } catch {
    return ownConnection(); // Without storage, for example in a private window, some browsers refuse a shared worker.
  }
}

function show() {
  if (document.hidden) {
    transport?.leave();
  } else {
    transport ??= connect();
    transport.follow();
  }
}

document.addEventListener('visibilitychange', show);
addEventListener('pagehide', () => transport?.leave());
addEventListener('pageshow', (event) => event.persisted && show());

/** @param {(lists: object) => void} onLists @param {() => void} onRefused */
export function followLists(onLists, onRefused) {
  listeners.push(({ kind, data }) => {
    if (kind === 'lists') {
      onLists(data);
    } else if (kind === 'refused') {
      onRefused();
    }
  });
  show();
}

/**
 * Follows a job. A page has one at most.
 * @param {string} id @param {number} knownRuns the runs that the page has already
 * @param {(name: string, data: object) => void} onEvent
 * @param {{onConnection: (isConnected: boolean) => void, onRefused: () => void}} watchers of the connection
 * @returns {() => void} call it to end the stream
 */
export function followJob(id, knownRuns, onEvent, { onConnection, onRefused }) {
  const listener = (message) => {
    switch (message.kind) {
      case 'connected':
        onConnection(true);
        break;
      case 'lost':
        onConnection(false);
        break;
      case 'refused':
        onRefused();
        break;
      case 'job':
        if (message.job === id) {
          onEvent(message.name, message.data);
        }
        break;
    }
  };
  listeners.push(listener);
  [job, runs] = [id, knownRuns];
  show();
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
    job = null;
    show();
  };
}
