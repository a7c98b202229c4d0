import { systemClock } from '@gridloom/async/clock'
import { useSyncExternalStore } from 'react'
import { dayOf } from './day-of.ts'

const tickMs = 1_000
const listeners = new Set<() => void>()
let nowMs = clockNowMs()
let end: (() => void) | undefined

/** Returns the time in whole seconds, from one timer shared by the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, readNow)
}

/** Returns the start of the current day in the user's time zone; rerenders only at midnight. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, readToday, readToday)
}

function readToday(): number {
  return dayOf(nowMs)
}

/** Returns the current time, for use outside of rendering. */
export function clockNowMs(): number {
  return systemClock.now().getTime()
}

function readNow(): number {
  return nowMs
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (end === undefined) start()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start(): void {
  nowMs = clockNowMs()
  end = systemClock.every(tickMs, () => {
    nowMs = clockNowMs()
    for (const listener of listeners) listener()
  })
}

function stop(): void {
  end?.()
  end = undefined
}
