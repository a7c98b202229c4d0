import { AgentRefused } from '../../refused.ts'
import type { Capabilities } from './capabilities.ts'
import { probeFeature } from './probe-features.ts'

/** A working engine answers one token in this time, also while it is busy with others. */
const checkMsMax = 3_000
/** A check counts for all that fails in this time. */
const checkedForMs = 2_000

/** Distinguishes a failed engine from a request that fails on an engine that works. */
export interface FailureJudge {
  /** Returns the failure, or `request_failed` if the engine answers a small request right after it. */
  judge(failure: AgentRefused, signal: AbortSignal): Promise<AgentRefused>
}

/** Checks an engine by a feature that it has; many failures at once share one check. */
export function createFailureJudge(can: Pick<Capabilities, 'engine' | 'features'>): FailureJudge {
  let checked: { atMs: number; works: Promise<boolean> } | undefined

  async function check(): Promise<boolean> {
    const [feature] = can.features
    if (feature === undefined) return false
    const { signal } = new AbortController()
    return (await probeFeature(can.engine(), feature, { signal, msMax: checkMsMax })) === 'has'
  }

  return {
    async judge(failure, signal) {
      if (failure.code !== 'engine_failed') return failure
      const nowMs = can.engine().clock.monotonicMs()
      if (checked === undefined || nowMs - checked.atMs > checkedForMs)
        checked = { atMs: nowMs, works: check() }
      const works = await checked.works
      signal.throwIfAborted()
      return works
        ? new AgentRefused('request_failed', failure.message, { cause: failure })
        : failure
    },
  }
}
