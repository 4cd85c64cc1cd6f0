// The job's live events. Each connection starts with a new snapshot.
import { followJob } from './live-stream.js';
import { fetchPage } from './page-refresh.js';

/**
 * @param {string} id @param {number} knownRuns the runs that the page has already
 * @param {(name: string, data: object) => void} onEvent
 * @param {(isConnected: boolean) => void} onConnection reports a lost connection
 */
export function follow(id, knownRuns, onEvent, onConnection) {
  let isPageThere = false;
  // The job may have been deleted. A page that exists is loaded once and not at every attempt.
  const checkPage = async () => {
    isPageThere ||= await fetchPage().catch(() => null) !== null;
  };
  const end = followJob(id, knownRuns, (name, data) => {
    if (name === 'missing') {
      checkPage();
      return;
    }
    onEvent(name, data);
    if (name === 'end') {
      end();
    }
  }, {
    onConnection(isConnected) {
      isPageThere &&= !isConnected;
      onConnection(isConnected);
    },
    onRefused: checkPage,
  });
}
