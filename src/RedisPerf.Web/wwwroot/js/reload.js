// Loads the page again when a script or a style sheet is missing: a module does not run without every module that it imports.
// Chromium cancels all requests when a network interface is added, for example by a container that starts.
(() => {
  const most = 3;
  const key = `reloads of ${location.pathname}`;
  let storage;
  try {
    storage = sessionStorage;
  } catch {
    // Storage may be blocked; then nothing could limit the number of reloads.
    return;
  }
  let failed = false;
  addEventListener('error', (event) => {
    if (failed || !(event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement)) {
      return;
    }
    failed = true;
    const reloads = Number(storage.getItem(key));
    storage.setItem(key, String(reloads + 1));
    if (reloads < most) {
      setTimeout(() => location.reload(), 1000);
    }
  }, true);
  addEventListener('load', () => {
    if (!failed) {
      storage.removeItem(key);
    }
  });
})();
