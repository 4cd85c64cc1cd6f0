// An event stream that the page follows while it is visible: a browser has at most six connections to a server.

/** Milliseconds without an event or a ping (at least every 15 s) after which the connection counts as lost. */
const silence = 40_000;
/** Milliseconds until the next attempt after an answer that is not a stream. */
const pause = 3000;

/**
 * @param {string} address
 * @param {string[]} names the events
 * @param {(name: string, data: object) => void} onEvent
 * @param {{onConnection?: (isConnected: boolean) => void, onRefused?: () => void}} watchers of the connection; an answer that is not a
 *   stream is a refusal
 * @returns {() => void} call it to end the stream
 */
export function followStream(address, names, onEvent, { onConnection = () => {}, onRefused = () => {} } = {}) {
  let source = null;
  let watch;
  let hasEnded = false;

  // A request without any response is a lost connection too.
  const expectEvent = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      onConnection(false);
      reopen();
    }, silence);
  };

  const heard = () => {
    onConnection(true);
    expectEvent();
  };

  const close = () => {
    clearTimeout(watch);
    source?.close();
    source = null;
  };

  const open = () => {
    if (source || hasEnded || document.hidden) {
      return;
    }
    source = new EventSource(address);
    expectEvent();
    source.addEventListener('open', heard);
    source.addEventListener('ping', heard);
    source.addEventListener('error', () => {
      onConnection(false);
      // The browser does not reconnect after an answer that is not a stream, for example from a proxy or a starting server.
      if (source?.readyState === EventSource.CLOSED) {
        clearTimeout(watch);
        watch = setTimeout(reopen, pause);
        onRefused();
      }
    });
    for (const name of names) {
      source.addEventListener(name, (event) => {
        heard();
        onEvent(name, JSON.parse(event.data));
      });
    }
  };

  const reopen = () => {
    close();
    open();
  };

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
  open();

  return () => {
    hasEnded = true;
    close();
  };
}
