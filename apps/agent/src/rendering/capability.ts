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
/** What was found out last; neither before the first time. */
export type Findings = z.infer<typeof Findings>

/** What the machine can render, found out by trying and kept fresh. */
export interface CapabilityWatch {
  current(): Findings
  onChange(listener: () => void): () => void
  /** Finds out now; calls while that is under way share it. */
  refresh(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface CapabilityWatchOptions {
  /** What was found is kept here: the next agent says it until it has found out itself. */
  path: string
  renderer: Pick<Renderer, 'probe'>
  /** Changes with what renders: a Blender that was put in, taken away or replaced. */
  readFingerprint(): Promise<string>
  /** While it renders it evidently can. */
  isBusy(): boolean
  clock: Clock
  onFailure(cause: unknown): void
}

export const probeEveryMs = 10 * 60_000
export const fingerprintEveryMs = 30_000
const probeTimeoutMs = 180_000

/** Begins to find out, and goes on with it; does not wait for the first finding. */
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
    // @NOTE what was kept is only said until it is found out anew
    return unknown
  }
}
