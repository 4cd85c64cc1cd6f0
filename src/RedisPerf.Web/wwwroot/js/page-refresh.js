// What only the server writes of the Job page: fetched again, and put in the place of what stands.
import { showTimes } from './times.js';

/** A part's HTML without what differs at every request and what is the reader's own. @param {Element} part */
function essence(part) {
  const copy = part.cloneNode(true);
  for (const token of copy.querySelectorAll('[name="__RequestVerificationToken"]')) {
    token.remove();
  }
  for (const time of copy.querySelectorAll('time')) {
    time.textContent = '';
    time.removeAttribute('title');
  }
  for (const details of copy.querySelectorAll('details')) {
    details.removeAttribute('open');
  }
  return copy.innerHTML;
}

/** Somebody types or chooses in it, or stands there with the keyboard. @param {Element} part */
const isUsed = (part) => part !== document.activeElement && part.contains(document.activeElement);

/** @param {Element} part @param {Element} successor */
function replace(part, successor) {
  const open = [...part.querySelectorAll('details')].map((details) => details.open);
  for (const [place, details] of successor.querySelectorAll('details').entries()) {
    details.open = open[place] ?? details.open;
  }
  part.replaceChildren(...successor.childNodes);
}

/**
 * @param {HTMLElement} page
 * @param {() => void} refreshed called after each time, also when the server could not be reached
 */
export function pageRefresh(page, refreshed) {
  let due = Infinity;
  let timer;
  let last = Promise.resolve();
  const postponed = new Set();

  async function refresh() {
    due = Infinity;
    try {
      const answer = await fetch(location.pathname + location.search);
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        postponed.clear();
        for (const part of page.querySelectorAll('[data-part]')) {
          const successor = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
          if (!successor || essence(part) === essence(successor)) {
            continue;
          }
          if (isUsed(part)) {
            postponed.add(part.dataset.part);
          } else {
            replace(part, successor);
          }
        }
        page.querySelector('[data-targets]').textContent = fresh.querySelector('[data-targets]').textContent;
        showTimes(page);
      }
    } catch {
      // The connection is lost; the line about it stands already, and the next snapshot asks again.
    }
    refreshed();
  }

  /** The earliest wish counts: events that come quicker than their delay would push a later one back for ever. */
  function soon(delay) {
    const at = performance.now() + delay;
    if (at >= due) {
      return;
    }
    clearTimeout(timer);
    due = at;
    // One at a time, so that an older page never comes after a newer one.
    timer = setTimeout(() => { last = last.finally(refresh); }, delay);
  }

  page.addEventListener('focusout', () => {
    if (postponed.size > 0) {
      soon(0);
    }
  });

  return {
    soon,
    /** Whether a part waits for its reader to leave it. @param {string} name */
    waits: (name) => postponed.has(name),
  };
}
