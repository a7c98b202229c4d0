import { createStore, type StoreApi } from 'zustand/vanilla'

/** Whether the page hears the server: at first not yet, then live, and while broken since when. */
export type LiveState =
  | { kind: 'off' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'reconnecting'; sinceMs: number }

export type LiveStore = StoreApi<LiveState>

export function createLiveStore(): LiveStore {
  return createStore<LiveState>(() => ({ kind: 'off' }))
}
