/** Leaves the app for another address. The page that is left is not in the history: going back skips it. */
export function leaveFor(url: string): void {
  location.replace(url)
}
