import { clockNowMs } from '../../browser/clock.ts'
import type { PageStorage } from '../../browser/page-storage.ts'

/** Notifies other tabs that the user has re-authenticated. It proves nothing: the server decides. */
export function notifyConfirmed(kept: PageStorage): void {
  kept.write('confirmedAt', String(clockNowMs()))
}

/** Listens for {@link notifyConfirmed} of another tab; returns a function that stops. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const leave = new AbortController()
  const onStorage = ({ key }: StorageEvent) => key === 'confirmedAt' && listener()
  window.addEventListener('storage', onStorage, { signal: leave.signal })
  return () => leave.abort()
}
