// The job's live events. Each connection starts with a new snapshot.
import { followStream } from './live-stream.js';

const names = ['snapshot', 'state', 'progress', 'run', 'summary', 'findings', 'rows', 'page', 'end'];

/**
 * @param {string} address
 * @param {(name: string, data: object) => void} onEvent
 * @param {(isConnected: boolean) => void} onConnection reports a lost connection
 */
export function follow(address, onEvent, onConnection) {
  const end = followStream(address, names, (name, data) => {
    onEvent(name, data);
    if (name === 'end') {
      end();
    }
  }, onConnection);
}
