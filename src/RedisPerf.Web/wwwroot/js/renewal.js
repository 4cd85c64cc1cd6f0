// Loads the page again after a restart of the program: its content and its scripts may be those of another version.

const key = 'redisperf-instances';

// Behind a load balancer, the page and its events can come from different processes. Each process renews the page once.
function knownInstances() {
  try {
    return new Set((sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean));
  } catch {
    return null; // Storage may be blocked; then nothing could limit the number of reloads.
  }
}

const atLoad = new WeakMap([...document.querySelectorAll('select')].map((select) => [select, select.value]));
const isEdited = (control) => (control instanceof HTMLSelectElement ? control.value !== (atLoad.get(control) ?? control.value)
  : control.type === 'checkbox' || control.type === 'radio' ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue);

/** Whether the reader has typed or chosen something, or is about to. */
const isInUse = () => [...document.querySelectorAll('input:not([type="hidden"]), textarea, select')].some(isEdited)
  || document.activeElement?.matches('input:not([type="checkbox"]), textarea, select')
  || document.querySelector('dialog[open], :popover-open') !== null;

/** @param {string} instance the process that sent the event */
export function renewAfterRestart(instance) {
  const known = knownInstances();
  const own = document.body.dataset.instance;
  if (!known || known.has(instance) || instance === own || isInUse()) {
    return;
  }
  sessionStorage.setItem(key, [...known, own, instance].slice(-20).join(' '));
  location.reload();
}
