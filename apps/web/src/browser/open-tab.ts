/** A tab opened by a click before its address is known. */
export interface NewTab {
  /** Navigates the tab; if the browser blocked it, navigates the current tab. */
  lead(url: string): void
  close(): void
}

/** Opens an empty tab. The page it will show cannot access this one. */
export function openTab(): NewTab {
  const tab = window.open('', '_blank')
  if (tab !== null) tab.opener = null
  return {
    lead: (url) => (tab ?? window).location.assign(url),
    close: () => tab?.close(),
  }
}
