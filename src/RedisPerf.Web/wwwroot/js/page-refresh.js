// Replaces the parts of a page that only the server writes, from a page that was loaded again.
import { showTimes } from './times.js';

/** A part's HTML without the values that differ at every request and without the changes of the reader. @param {Element} part */
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

/** Whether the reader types or chooses in it, or has opened a dialog of it. @param {Element} part */
const isUsed = (part) => part.contains(document.activeElement?.closest('input:not([type="checkbox"]), select, textarea') ?? null)
  || part.querySelector(':popover-open') !== null;

/** The details by their row, with their place in it: other rows may come and go. @param {Element} part @returns {Map<string, HTMLDetailsElement>} */
function detailsOf(part) {
  const places = new Map();
  return new Map([...part.querySelectorAll('details')].map((details) => {
    const row = details.closest('[data-schedule]')?.dataset.schedule ?? '';
    const place = places.get(row) ?? 0;
    places.set(row, place + 1);
    return [`${place} ${row}`, details];
  }));
}

const labelOf = (control) => `${control.tagName} ${control.getAttribute('aria-label') ?? control.getAttribute('href') ?? control.textContent}`;

/**
 * Keeps the elements open, ticked and focused as the reader left them.
 * @param {Element} part @param {Element} successor
 */
function replace(part, successor) {
  const known = detailsOf(part);
  for (const [key, details] of detailsOf(successor)) {
    details.open = known.get(key)?.open ?? details.open;
  }
  const ticked = new Set([...part.querySelectorAll('input[type="checkbox"]:checked')].map((box) => box.value));
  for (const box of successor.querySelectorAll('input[type="checkbox"]')) {
    box.checked = ticked.has(box.value);
  }
  const focused = part.contains(document.activeElement) ? labelOf(document.activeElement) : null;
  part.replaceChildren(...successor.childNodes);
  if (focused !== null) {
    [...part.querySelectorAll('a, button, input, summary')].find((control) => labelOf(control) === focused)?.focus();
  }
}

/**
 * Replaces the changed parts. A part in use is replaced when its reader leaves it.
 * @param {ParentNode & EventTarget} page @param {Document} fresh @param {string} kind the attribute data-kind names a part
 */
export function replaceParts(page, fresh, kind) {
  const waiting = new Set(page.querySelectorAll(`[data-${kind}]`));
  const replaceUnused = () => {
    for (const part of [...waiting].filter((each) => !isUsed(each))) {
      waiting.delete(part);
      const successor = fresh.querySelector(`[data-${kind}="${part.dataset[kind]}"]`);
      if (successor && essence(part) !== essence(successor)) {
        replace(part, successor);
      }
    }
    if (waiting.size === 0) {
      page.removeEventListener('focusout', later);
    }
    showTimes(page);
  };
  // The focus has moved only after the event.
  const later = () => setTimeout(replaceUnused);
  page.addEventListener('focusout', later);
  replaceUnused();
}

/**
 * Loads the page again. Shows the answer instead of the page when the page no longer exists, for example after the deletion of
 * its job, or requires a sign-in; nothing that waits for the page continues then.
 * @returns {Promise<?Document>} null when the server cannot answer now
 */
export async function fetchPage() {
  const address = location.pathname + location.search;
  const answer = await fetch(address);
  if (answer.status === 404 || answer.redirected) {
    location.replace(address);
    return new Promise(() => {});
  }
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/**
 * Loads the page of a job again when the job has ended.
 * @param {HTMLElement} page
 */
export async function refreshParts(page) {
  let fresh = null;
  while (!fresh) {
    try {
      fresh = await fetchPage();
    } catch {
      // The connection is lost; the notice about it is already visible.
    }
    if (!fresh) {
      await new Promise((done) => setTimeout(done, 3000));
    }
  }
  replaceParts(page, fresh, 'part');
}
