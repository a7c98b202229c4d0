import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import type { Renderer } from './renderer.ts'

const Findings = z.object({
  capability: RenderCapability.nullable(),
  missing: z.string().nullable(),
})
/** The results of the last probe; both `null` before the first. */
export type Findings = z.infer<typeof Findings>

/** The machine's rendering capability, probed and kept up to date. */
export interface CapabilityWatch {
  current(): Findings
  onChange(listener: () => void): () => void
  /** Probes now; concurrent calls share one probe. */
  refresh(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface CapabilityWatchOptions {
  /** File of the last findings, which the next agent reports until its own first probe. */
  path: string
  renderer: Pick<Renderer, 'probe'>
  /** Changes when a Blender is installed, removed or replaced. */
  readFingerprint(): Promise<string>
  /** A machine that renders need not be probed. */
  isBusy(): boolean
  clock: Clock
  onFailure(cause: unknown): void
}

export const probeEveryMs = 10 * 60_000
export const fingerprintEveryMs = 30_000
const probeTimeoutMs = 180_000

/** Starts the probes, and does not wait for the first. */
export async function watchCapability(options: CapabilityWatchOptions): Promise<CapabilityWatch> {
  const { path, renderer, clock, onFailure } = options
  const listeners = new Set<() => void>()
  const stop = new AbortController()
  let findings = parseFindings(await readTextIfThere(path))
  let probedAtMs = clock.monotonicMs()
  let fingerprint: string | undefined
  let refreshing: Promise<void> | undefined

  async function probe(): Promise<void> {
    probedAtMs = clock.monotonicMs()
    const limit = createDeadline(clock, probeTimeoutMs, stop.signal)
    const facts = await renderer.probe(limit.signal).finally(limit.done)
    if (stop.signal.aborted) return
    const found = { capability: null, missing: null, ...facts }
    if (isDeepStrictEqual(found, findings)) return
    findings = found
    for (const listener of listeners) listener()
    await writeWhole(path, JSON.stringify(found))
  }

  function refresh(): Promise<void> {
    refreshing ??= probe()
      .catch(onFailure)
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  async function look(): Promise<void> {
    const latest = await options.readFingerprint()
    const isNew = fingerprint !== undefined && fingerprint !== latest
    fingerprint = latest
    const isDue = clock.monotonicMs() - probedAtMs >= probeEveryMs && !options.isBusy()
    if (isNew || isDue) await refresh()
  }

  const glance = () => void look().catch(onFailure)
  const end = clock.every(fingerprintEveryMs, glance)
  glance()
  void refresh()
  return {
    current: () => findings,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh,
    [Symbol.asyncDispose]: async () => {
      end()
      stop.abort()
      await refreshing
    },
  }
}

function parseFindings(text: string | undefined): Findings {
  const unknown = { capability: null, missing: null }
  if (text === undefined) return unknown
  try {
    return Findings.parse(JSON.parse(text))
  } catch {
    // @NOTE the stored findings are only reported until the next probe
    return unknown
  }
}
