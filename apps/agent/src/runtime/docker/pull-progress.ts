import type { Progress } from '@gridloom/contract/instances/instance'
import type { ImageEvent } from './engine-shapes.ts'

/** Bytes of each layer, as far as the engine has reported them. */
export interface PullState {
  layers: Record<string, { done: number; total: number }>
  /** Whether the engine waits before it tries a part again: the registry broke off. */
  isWaiting: boolean
}

export const pullBegin: PullState = { layers: {}, isWaiting: false }

/**
 * Returns the state after one message of a pull. Only downloads count towards the bytes; a layer that existed before or
 * is complete counts as done.
 */
export function advancePull(state: PullState, event: ImageEvent): PullState {
  const { id, status } = event
  if (id === undefined || status === undefined) return state
  if (status.startsWith('Retrying in')) return { ...state, isWaiting: true }
  const known = state.layers[id]
  if (status === 'Downloading') {
    const total = event.progressDetail?.total ?? known?.total ?? 0
    const done = event.progressDetail?.current ?? 0
    return { layers: { ...state.layers, [id]: { done, total } }, isWaiting: false }
  }
  if (known !== undefined && (status === 'Download complete' || status === 'Pull complete')) {
    const whole = { done: known.total, total: known.total }
    return { ...state, layers: { ...state.layers, [id]: whole } }
  }
  return state
}

export function pullProgress(image: string, state: PullState): Progress {
  const layers = Object.values(state.layers)
  const total = layers.reduce((bytes, layer) => bytes + layer.total, 0)
  const done = layers.reduce((bytes, layer) => bytes + Math.min(layer.done, layer.total), 0)
  if (total === 0) {
    return { text: `Requesting ${image}`, percent: null, done_bytes: null, total_bytes: null }
  }
  const percent = Math.round((done / total) * 1000) / 10
  const text = state.isWaiting ? `Waiting for the registry of ${image}` : `Downloading ${image}`
  return { text, percent, done_bytes: done, total_bytes: total }
}
