// The job's live events. The browser reconnects by itself and gets a fresh snapshot; this tells when it is cut off.

const names = ['snapshot', 'state', 'progress', 'run', 'summary', 'findings', 'end'];
/** Without even a ping (one each 15 s) for so long, the line is dead although nobody said so. */
const silence = 40_000;

/**
 * @param {string} address
 * @param {(name: string, data: object) => void} onEvent
 * @param {(isConnected: boolean) => void} onConnection
 */
export function follow(address, onEvent, onConnection) {
  let source;
  let watch;

  const heard = () => {
    onConnection(true);
    clearTimeout(watch);
    watch = setTimeout(() => {
      onConnection(false);
      source.close();
      open();
    }, silence);
  };

  const stop = () => {
    clearTimeout(watch);
    source.close();
  };

  const open = () => {
    source = new EventSource(address);
    source.addEventListener('open', heard);
    source.addEventListener('ping', heard);
    source.addEventListener('error', () => {
      onConnection(false);
      // After an answer that is no stream (the server is starting, a proxy is in the way) the browser gives up; we do not.
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
