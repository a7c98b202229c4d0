import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@gridloom/async/clock'
import type { Hardware } from '@gridloom/contract/machines/hardware'

/** The hardware report, refreshed regularly. */
export interface HardwareWatch {
  current(): Hardware
  /** Calls back with each report that differs from the one before; returns a function that ends it. */
  onChange(listener: (hardware: Hardware) => void): () => void
  /** Probes now instead of at the next interval; during a probe, once more after it. */
  refresh(): Promise<void>
  [Symbol.dispose](): void
}

export const refreshEveryMs = 60_000
/** How soon an engine that did not answer is asked again: without it, nothing can be rented. */
export const engineRetryMs = 5_000

export interface HardwareWatchOptions {
  probe: () => Promise<Hardware>
  clock: Clock
  onFailure: (cause: unknown) => void
}

/**
 * Reads the hardware once, then again every minute, and every 5 s while no engine answers. Throws if the first reading
 * fails.
 */
export async function watchHardware(options: HardwareWatchOptions): Promise<HardwareWatch> {
  const { probe, clock, onFailure } = options
  const listeners = new Set<(hardware: Hardware) => void>()
  let hardware = await probe()
  let refreshing: Promise<void> | undefined
  let isAskedAgain = false

  async function look(): Promise<void> {
    const latest = await probe()
    if (isDeepStrictEqual(latest, hardware)) return
    hardware = latest
    for (const listener of listeners) listener(latest)
  }

  async function lookAsOftenAsAsked(): Promise<void> {
    do {
      isAskedAgain = false
      await look().catch(onFailure)
    } while (isAskedAgain)
    refreshing = undefined
  }

  function refresh(): Promise<void> {
    if (refreshing !== undefined) isAskedAgain = true
    refreshing ??= lookAsOftenAsAsked()
    return refreshing
  }

  function refreshUnlessBusy(): void {
    if (refreshing === undefined) void refresh()
  }

  const endRefreshing = clock.every(refreshEveryMs, refreshUnlessBusy)
  const endRetrying = clock.every(engineRetryMs, () => {
    if (hardware.engine === null) refreshUnlessBusy()
  })
  return {
    current: () => hardware,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    [Symbol.dispose]: () => {
      endRefreshing()
      endRetrying()
    },
  }
}
