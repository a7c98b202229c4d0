import { systemClock } from '@gridloom/async/clock'
import { useSyncExternalStore } from 'react'
import { dayOf } from './day-of.ts'

const tickMs = 1_000
const listeners = new Set<() => void>()
let nowMs = clockNowMs()
let end: (() => void) | undefined

/** The time in whole ticks of a second, from one timer that all of the page shares. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, readNow)
}

/** When the reader's day began, by their own zone; what shows it is drawn anew at midnight alone. */
export function useToday(): number {
  return useSyncExternalStore(subscribe, readToday, readToday)
}

function readToday(): number {
  return dayOf(nowMs)
}

/** The time right now, for arithmetic outside of rendering. */
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
