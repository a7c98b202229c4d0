import type { InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { ContainerFacts } from '../runtime/port.ts'
import {
  advanceMeter,
  type Counting,
  endMeter,
  type Meter,
  newMeter,
  switchMeter,
  type Timestamp,
} from './meter.ts'
import { containerName } from './names.ts'
import type { Observed } from './plan-step.ts'

export type Phase = InstanceReport['phase']
export type ReportReason = NonNullable<InstanceReport['reason']>

/** How an instance came to its end without being asked to. */
export interface Ending {
  generation: number
  phase: 'failed' | 'stopped'
  reason: ReportReason
}

/** All that the agent knows of one instance. Only the instance's own queue and its watchers write it. */
export interface InstanceRecord {
  spec: InstanceSpec
  readonly container: string
  /** The network that was given to it; `undefined` before its container is made. */
  network: string | undefined
  /** The CPUs that its container is bound to; empty: all. */
  cpus: readonly number[]
  containerState: Observed['container']
  observedGeneration: number
  phase: Phase
  ready: boolean
  /** A reason that is not an ending: a hiccup that is being retried. */
  problem: ReportReason | undefined
  ending: Ending | undefined
  progress: Progress | undefined
  startedAt: string | undefined
  startedRestart: number | undefined
  imageHeld: boolean
  stopAsked: boolean
  /** SSH keys of the renter that were last written into the container. */
  keysPlaced: readonly string[]
  /** Of which generation they could not be written, for want of room. */
  keysUnfitGeneration: number | undefined
  outOfMemorySeen: boolean
  /** Whether its disk is bounded, or watched for want of that; `undefined` before it is measured. */
  diskKind: 'bounded' | 'watched' | undefined
  /** Its disk is bounded and has no room left: the renter's to see, and no end of it. */
  diskFull: boolean
  meter: Meter
  /** The engine does not answer: nothing is counted until it says what became of the container. */
  meterHeld: boolean
}

export function newRecord(spec: InstanceSpec, now: Timestamp): InstanceRecord {
  return {
    spec,
    container: containerName(spec.instance_id),
    network: undefined,
    cpus: [],
    containerState: 'unknown',
    observedGeneration: 0,
    phase: spec.desired === 'running' ? 'creating' : 'stopped',
    ready: false,
    problem: undefined,
    ending: undefined,
    progress: undefined,
    startedAt: undefined,
    startedRestart: undefined,
    imageHeld: false,
    stopAsked: false,
    keysPlaced: [],
    keysUnfitGeneration: undefined,
    outOfMemorySeen: false,
    diskKind: undefined,
    diskFull: false,
    meter: newMeter(now),
    meterHeld: false,
  }
}

export function observedOf(record: InstanceRecord): Observed {
  return {
    container: record.containerState,
    startedRestart: record.startedRestart,
    ready: record.ready,
    imageHeld: record.imageHeld,
    stopAsked: record.stopAsked,
    endedGeneration: record.ending?.generation,
    destroyed: record.phase === 'destroyed',
    staleKeys: hasStaleKeys(record),
    keysUnfit: record.keysUnfitGeneration === record.spec.generation,
  }
}

/** Whether others are let in than should be: the file in the container is of an earlier spec. */
function hasStaleKeys({ spec, keysPlaced }: InstanceRecord): boolean {
  return (
    spec.authorized_keys.length !== keysPlaced.length ||
    spec.authorized_keys.some((key, at) => key !== keysPlaced[at])
  )
}

/** What is counted while a container runs. */
const runs: ReadonlySet<Counting> = new Set(['ready', 'unready'])

/** Takes in what the engine says of the container, and stops the count where it ended. */
export function takeFacts(
  record: InstanceRecord,
  facts: ContainerFacts | undefined,
  now: Timestamp,
): void {
  const goesOn = facts?.state === 'running' && facts.startedAt === record.startedAt
  if (!goesOn && runs.has(record.meter.counting)) {
    const endedMs = facts?.finishedAt ? Date.parse(facts.finishedAt) : now.wallMs
    record.meter = endMeter(record.meter, endedMs, now)
  }
  if (!goesOn) record.ready = false
  const isLost = facts === undefined && record.startedAt !== undefined
  if (isLost && record.spec.desired !== 'destroyed') record.ending = lossOf(record)
  record.meterHeld = false
  record.containerState = facts?.state ?? 'absent'
  record.cpus = facts?.cpus ?? []
  record.startedAt = facts?.startedAt ?? undefined
}

/** A container that ran once and is gone without our doing: nothing of the renter's is left to start. */
function lossOf({ spec }: InstanceRecord): Ending {
  const text = 'Its container was removed from the machine by something else, and its disk with it.'
  const reason = { code: 'disk_lost', text, exit_code: null } as const
  return { generation: spec.generation, phase: 'failed', reason }
}

/** Puts the count in step with the phase. Call after every change of phase, readiness or container. */
export function count(record: InstanceRecord, now: Timestamp): void {
  if (record.meterHeld) return
  const counting = countingOf(record)
  record.meter =
    counting === record.meter.counting
      ? advanceMeter(record.meter, now)
      : switchMeter(record.meter, counting, now)
}

function countingOf(record: InstanceRecord): Counting {
  if (record.phase === 'running' && record.ready) return 'ready'
  if (record.phase === 'running' && record.containerState === 'running') return 'unready'
  const hasDisk = record.containerState === 'exited' || record.containerState === 'created'
  return record.phase === 'stopped' && hasDisk ? 'stopped' : 'nothing'
}

function diskReasonOf({ diskFull, phase, spec }: InstanceRecord): ReportReason | null {
  if (!diskFull || phase !== 'running') return null
  return { code: 'disk_full', text: `Its disk of ${spec.disk_gb} GB is full.`, exit_code: null }
}

export function reportOf(record: InstanceRecord, now: Timestamp): InstanceReport {
  count(record, now)
  return {
    instance_id: record.spec.instance_id,
    observed_generation: record.observedGeneration,
    phase: record.phase,
    ready: record.phase === 'running' && record.ready,
    reason: record.ending?.reason ?? record.problem ?? diskReasonOf(record),
    progress: record.progress ?? null,
    ready_s: Math.floor(record.meter.readyMs / 1000),
    running_s: Math.floor((record.meter.readyMs + record.meter.unreadyMs) / 1000),
    stopped_s: Math.floor(record.meter.stoppedMs / 1000),
    started_at: record.startedAt ?? null,
  }
}
