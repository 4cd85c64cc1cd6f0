/** Shows times relative to now in the reader's time zone, with the exact time as a tooltip. @param {ParentNode} root */
export function showTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    time.textContent = relative(at, new Date());
    time.title = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
  }
}

/** @param {Date} at @param {Date} now */
export function relative(at, now) {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  if (Math.abs(seconds) < 45) {
    // The server's clock may be a few seconds ahead.
    return seconds > -5 ? 'just now' : 'in a moment';
  }
  if (Math.abs(seconds) < 3600) {
    const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
    return seconds > 0 ? `${minutes} min ago` : `in ${minutes} min`;
  }
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === now.toDateString()) {
    return `today ${time}`;
  }
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (at.toDateString() === tomorrow.toDateString()) {
    return `tomorrow ${time}`;
  }
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return `${at.toLocaleDateString(undefined, { year, month: 'short', day: 'numeric' })} ${time}`;
}
