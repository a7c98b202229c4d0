import { clockNowMs } from '../../browser/clock.ts'
import type { Kept } from '../../browser/page-storage.ts'

/** Tells the other tabs that the person has just proven who they are. It proves nothing: the server decides. */
export function tellConfirmed(kept: Kept): void {
  kept.write('confirmedAt', String(clockNowMs()))
}

/** Listens for another tab's {@link tellConfirmed}; the returned function ends it. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const leave = new AbortController()
  const heard = ({ key }: StorageEvent) => key === 'confirmedAt' && listener()
  window.addEventListener('storage', heard, { signal: leave.signal })
  return () => leave.abort()
}
