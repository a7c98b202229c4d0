// Before the first paint, so that nobody who chose dark sees a white flash. A file of its own because
// the content policy allows no inline script.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  localStorage.getItem('theme') === 'dark' ? 'dark' : 'light',
)
