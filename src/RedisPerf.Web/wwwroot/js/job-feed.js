// The job's live events. Each connection starts with a new snapshot.
import { followStream } from './live-stream.js';
import { fetchPage } from './page-refresh.js';

const names = ['snapshot', 'state', 'progress', 'run', 'summary', 'findings', 'rows', 'page', 'end'];

/**
 * @param {string} address
 * @param {(name: string, data: object) => void} onEvent
 * @param {(isConnected: boolean) => void} onConnection reports a lost connection
 */
export function follow(address, onEvent, onConnection) {
  let isPageThere = false;
  const end = followStream(address, names, (name, data) => {
    onEvent(name, data);
    if (name === 'end') {
      end();
    }
  }, {
    onConnection(isConnected) {
      isPageThere &&= !isConnected;
      onConnection(isConnected);
    },
    // The job may have been deleted. A page that exists is loaded once and not at every attempt.
    async onRefused() {
      isPageThere ||= await fetchPage().catch(() => null) !== null;
    },
  });
}
