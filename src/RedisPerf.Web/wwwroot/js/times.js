import { relative } from './format.js';

/** Writes times as one reads them, in the reader's own zone; the exact one on hover. @param {ParentNode} root */
export function showTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    time.textContent = relative(at, new Date());
    time.title = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  }
}
