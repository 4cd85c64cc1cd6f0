// Replaces the parts of the Job page that only the server writes, once, when the job has ended.
import { showTimes } from './times.js';

/** A part's HTML without what differs at every request and without what the reader changed. @param {Element} part */
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

/** Whether the reader types, chooses or has the keyboard focus in it. @param {Element} part */
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
 * A part in use is replaced when its reader leaves it.
 * @param {HTMLElement} page
 */
export async function refreshParts(page) {
  let fresh;
  while (!fresh) {
    try {
      const answer = await fetch(location.pathname + location.search);
      if (answer.ok) {
        fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        break;
      }
    } catch {
      // The connection is lost; the notice about it is already visible.
    }
    await new Promise((done) => setTimeout(done, 3000));
  }

  const waiting = new Set(page.querySelectorAll('[data-part]'));
  const replaceUnused = () => {
    for (const part of [...waiting].filter((each) => !isUsed(each))) {
      waiting.delete(part);
      const successor = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (successor && essence(part) !== essence(successor)) {
        replace(part, successor);
      }
    }
    showTimes(page);
  };
  replaceUnused();
  // The focus has moved only after the event.
  page.addEventListener('focusout', () => setTimeout(replaceUnused));
}
