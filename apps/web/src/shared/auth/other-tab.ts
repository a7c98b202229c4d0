import { clockNowMs } from '../../browser/clock.ts'
import type { PageStorage } from '../../browser/page-storage.ts'

/** Tells the other tabs that the person has just proven who they are. It proves nothing: the server decides. */
export function notifyConfirmed(kept: PageStorage): void {
  kept.write('confirmedAt', String(clockNowMs()))
}

/** Listens for another tab's {@link notifyConfirmed}; the returned function ends it. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const leave = new AbortController()
  const onStorage = ({ key }: StorageEvent) => key === 'confirmedAt' && listener()
  window.addEventListener('storage', onStorage, { signal: leave.signal })
  return () => leave.abort()
}
