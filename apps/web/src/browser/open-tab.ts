/** A tab that was opened by a click, before it is known where it leads. */
export interface NewTab {
  /** Leads it there; where the browser opened none, this very tab goes. */
  lead(url: string): void
  close(): void
}

/** Opens an empty tab. What it will show cannot reach this page. */
export function openTab(): NewTab {
  const tab = window.open('', '_blank')
  if (tab !== null) tab.opener = null
  return {
    lead: (url) => (tab ?? window).location.assign(url),
    close: () => tab?.close(),
  }
}
