// Runs before the first paint, so the page never appears in the wrong theme. The switch is in site.js.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('theme');
    } catch {
      // Storage may be blocked; then the theme of the system applies.
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
