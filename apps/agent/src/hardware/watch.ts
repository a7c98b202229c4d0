import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@gridloom/async/clock'
import type { Hardware } from '@gridloom/contract/machines/hardware'

/** The hardware report, refreshed regularly. */
export interface HardwareWatch {
  current(): Hardware
  /** Calls back with each report that differs from the one before; returns a function that ends it. */
  onChange(listener: (hardware: Hardware) => void): () => void
  /** Probes now instead of at the next interval. */
  refresh(): Promise<void>
  [Symbol.dispose](): void
}

export const refreshEveryMs = 60_000

export interface HardwareWatchOptions {
  probe: () => Promise<Hardware>
  clock: Clock
  onFailure: (cause: unknown) => void
}

/** Reads the hardware once, then again every minute. Throws if the first reading fails. */
export async function watchHardware(options: HardwareWatchOptions): Promise<HardwareWatch> {
  const { probe, clock, onFailure } = options
  const listeners = new Set<(hardware: Hardware) => void>()
  let hardware = await probe()
  let refreshing: Promise<void> | undefined

  async function look(): Promise<void> {
    const latest = await probe()
    if (isDeepStrictEqual(latest, hardware)) return
    hardware = latest
    for (const listener of listeners) listener(latest)
  }

  function refresh(): Promise<void> {
    refreshing ??= look()
      .catch(onFailure)
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  const end = clock.every(refreshEveryMs, () => void refresh())
  return {
    current: () => hardware,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    [Symbol.dispose]: end,
  }
}
