import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { InstanceEventKind } from '@gridloom/contract/instances/events'
import type { PastEvent } from '../instances/index.ts'

/** How long a start took, and when it began. */
export interface StartTime {
  readonly at: Date
  readonly seconds: number
}

const requests: ReadonlySet<InstanceEventKind> = new Set([
  'ordered',
  'start_requested',
  'restart_requested',
])

/**
 * Returns how long the last start of an instance took, from its request, or from the end of its pull: how long a pull
 * takes depends on the image and its registry. `null`: it has not started. Pure.
 */
export function lastStart(history: readonly PastEvent[]): StartTime | null {
  const started = history.findLast(({ kind }) => kind === 'started')
  if (started === undefined) return null
  const before = history.slice(0, history.indexOf(started))
  const began = before.findLast(({ kind }) => requests.has(kind) || kind === 'image_pulled')
  if (began === undefined) return null
  const seconds = (started.at.getTime() - began.at.getTime()) / 1_000
  return { at: began.at, seconds: Math.max(0, seconds) }
}

/** An outage of an instance that ran. */
export interface Outage {
  /** When its machine was last seen. */
  readonly from: Date
  readonly seconds: number
}

/** The kinds that say whether the container runs. */
const running: Partial<Record<InstanceEventKind, boolean>> = {
  started: true,
  stopped: false,
  failed: false,
  stop_requested: false,
  destroy_requested: false,
  destroyed: false,
}

/**
 * Returns the last outage that ended at a time: the machine of a running instance was offline, and no stop was requested
 * before. A machine counts as offline 30 s after it was last seen. `null`: there is none. Pure.
 */
export function lastOutage(history: readonly PastEvent[], endedAt: Date): Outage | null {
  const lost = history.findLast(({ kind, at }) => kind === 'lost' && at <= endedAt)
  if (lost === undefined) return null
  const place = history.indexOf(lost)
  const isOver = history.slice(place + 1).some(({ kind, at }) => kind === 'back' && at < endedAt)
  if (isOver || !ranBefore(history.slice(0, place))) return null
  const from = new Date(lost.at.getTime() - machineSilentAfterMs)
  return { from, seconds: (endedAt.getTime() - from.getTime()) / 1_000 }
}

function ranBefore(history: readonly PastEvent[]): boolean {
  const last = history.findLast(({ kind }) => running[kind] !== undefined)
  return last !== undefined && running[last.kind] === true
}
