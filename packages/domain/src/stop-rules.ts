import { stopNoticeS } from '@gridloom/contract/core/constants'
import type { StopCause } from '@gridloom/contract/instances/automation'

/** What decides when a rule stops an instance that is up; times in milliseconds of the server's clock. */
export interface StopFacts {
  readonly stopAtMs: number | null
  readonly stopAfterS: number | null
  readonly idleMinutes: number | null
  /** The next stop of its schedule. */
  readonly scheduledStopMs: number | null
  /** The first report that it runs, since its last start. */
  readonly runSinceMs: number | null
  /** Since when every sample of it was idle. */
  readonly idleSinceMs: number | null
  /** When its last sample arrived. */
  readonly sampledAtMs: number | null
  /** When somebody was last connected to it. */
  readonly connectedAtMs: number | null
  /** No rule stops it before. */
  readonly postponedUntilMs: number | null
}

/** A stop by a rule. */
export interface PlannedStop {
  readonly atMs: number
  readonly cause: StopCause
}

/** Samples further apart say nothing about the time between: a missing one never counts as idle. */
export const sampleGapMs = 60_000

/**
 * Decides which rule stops an instance first, and when; `null`: none does, as far as is known now. An idle instance is
 * stopped after its minutes if it stays idle; without a recent sample nothing is known, and the rule does not apply.
 */
export function planStop(facts: StopFacts, nowMs: number): PlannedStop | null {
  const planned = [
    stop('stop_time_reached', facts.stopAtMs),
    stop('run_time_reached', sum(facts.runSinceMs, msOf(facts.stopAfterS))),
    stop('idle', idleUntil(facts, nowMs)),
    stop('stopped_by_schedule', facts.scheduledStopMs),
  ].filter((one) => one !== null)
  const [first] = planned.toSorted((a, b) => a.atMs - b.atMs)
  if (first === undefined) return null
  return { ...first, atMs: Math.max(first.atMs, facts.postponedUntilMs ?? first.atMs) }
}

/** What to do about a planned stop now. `announced`: the one that its renter was told of. */
export type StopStep = 'none' | 'announce' | 'withdraw' | 'stop'

/**
 * Decides the next step: a stop is announced {@link stopNoticeS} before. One that was announced and is no longer near
 * is withdrawn, so that it is announced again later.
 */
export function stepOfStop(
  planned: PlannedStop | null,
  announced: StopCause | null,
  nowMs: number,
): StopStep {
  if (planned === null || planned.atMs - nowMs > stopNoticeS * 1_000)
    return announced === null ? 'none' : 'withdraw'
  if (planned.atMs <= nowMs) return 'stop'
  return announced === planned.cause ? 'none' : 'announce'
}

/** The load of an instance in one sample. */
export interface SampledLoad {
  /** Of all its vCPUs. */
  readonly cpuPercent: number
  readonly gpus: readonly {
    readonly utilizationPercent: number | null
    readonly powerW: number | null
  }[]
}

/** No GPU that does nothing draws so much, whatever its utilisation says: an H100 was seen at 0 % with 534 W. */
export const gpuWorkingPowerW = 150

/** Below which load a sample is idle. */
export interface IdleThresholds {
  readonly cpu_percent: number
  readonly gpu_percent: number
}

/** Whether a sample shows an idle instance: a GPU without a reading, or with a high power draw, is not idle. */
export function isIdle(load: SampledLoad, below: IdleThresholds): boolean {
  if (load.cpuPercent >= below.cpu_percent) return false
  return load.gpus.every(
    ({ utilizationPercent, powerW }) =>
      utilizationPercent !== null &&
      utilizationPercent < below.gpu_percent &&
      (powerW === null || powerW < gpuWorkingPowerW),
  )
}

/**
 * Returns since when an instance is idle, after another sample; `null`: it is not. A gap before the sample begins the
 * time anew.
 */
export function idleSince(
  before: Pick<StopFacts, 'idleSinceMs' | 'sampledAtMs'>,
  sample: { readonly atMs: number; readonly idle: boolean },
): number | null {
  if (!sample.idle) return null
  const { idleSinceMs, sampledAtMs } = before
  const isNext = sampledAtMs !== null && sample.atMs - sampledAtMs <= sampleGapMs
  return isNext ? (idleSinceMs ?? sample.atMs) : sample.atMs
}

function idleUntil(facts: StopFacts, nowMs: number): number | null {
  const { idleMinutes, idleSinceMs, sampledAtMs, connectedAtMs } = facts
  if (idleMinutes === null || idleSinceMs === null || sampledAtMs === null) return null
  if (nowMs - sampledAtMs > sampleGapMs) return null
  return Math.max(idleSinceMs, connectedAtMs ?? idleSinceMs) + idleMinutes * 60_000
}

function stop(cause: StopCause, atMs: number | null): PlannedStop | null {
  return atMs === null ? null : { cause, atMs }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

function msOf(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1_000
}
