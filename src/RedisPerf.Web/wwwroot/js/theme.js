// Runs before the first paint, so that nothing flashes in the wrong theme. site.js has the switch.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage may be forbidden; then the system decides.
    }
    const theme = choice === 'light' || choice === 'dark' ? choice : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset.bsTheme = theme;
    document.documentElement.dataset.themeChoice = choice ?? 'system';
  };
  apply();
  document.documentElement.classList.add('has-script');
  dark.addEventListener('change', apply);
  document.addEventListener('theme-chosen', apply);
})();
