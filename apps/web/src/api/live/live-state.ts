import { createStore, type StoreApi } from 'zustand/vanilla'

/** State of the page's event stream: not connected yet, live, or reconnecting since a time. */
export type LiveState =
  | { kind: 'off' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'reconnecting'; sinceMs: number }

export type LiveStore = StoreApi<LiveState>

export function createLiveStore(): LiveStore {
  return createStore<LiveState>(() => ({ kind: 'off' }))
}
