// The job's live events. The browser reconnects by itself and gets a new snapshot; onConnection reports a lost connection.

const names = ['snapshot', 'state', 'progress', 'run', 'summary', 'findings', 'rows', 'page', 'end'];
/** Milliseconds without an event or a ping (every 10 s) after which the connection counts as lost. */
const silence = 40_000;

/**
 * @param {string} address
 * @param {(name: string, data: object) => void} onEvent
 * @param {(isConnected: boolean) => void} onConnection
 */
export function follow(address, onEvent, onConnection) {
  let source;
  let watch;

  // A request without any response is a lost connection too.
  const expectEvent = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      onConnection(false);
      source.close();
      open();
    }, silence);
  };

  const heard = () => {
    onConnection(true);
    expectEvent();
  };

  const stop = () => {
    clearTimeout(watch);
    source.close();
  };

  const open = () => {
    source = new EventSource(address);
    expectEvent();
    source.addEventListener('open', heard);
    source.addEventListener('ping', heard);
    source.addEventListener('error', () => {
      onConnection(false);
      // The browser does not reconnect after an answer that is not a stream, for example from a proxy or a starting server.
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(watch);
        watch = setTimeout(open, 3000);
      }
    });
    for (const name of names) {
      source.addEventListener(name, (event) => {
        heard();
        onEvent(name, JSON.parse(event.data));
        if (name === 'end') {
          stop();
        }
      });
    }
  };

  open();
  addEventListener('pagehide', stop);
  addEventListener('pageshow', (event) => event.persisted && open());
}
