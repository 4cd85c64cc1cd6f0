// Loads the page again when a script or a style sheet is missing: a module does not run without every module that it imports.
// Chromium cancels all requests when a network interface is added, for example by a container that starts.
(() => {
  const most = 3;
  const key = `reloads of ${location.pathname}`;
  let failed = false;
  addEventListener('error', (event) => {
    if (failed || !(event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement)) {
      return;
    }
    failed = true;
    try {
      const reloads = Number(sessionStorage.getItem(key));
      sessionStorage.setItem(key, String(reloads + 1));
      if (reloads < most) {
        setTimeout(() => location.reload(), 1000);
      }
    } catch {
      // Storage may be blocked; then nothing limits the number of reloads, and the page remains as it is.
    }
  }, true);
  addEventListener('load', () => {
    if (!failed) {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // As above.
      }
    }
  });
})();
