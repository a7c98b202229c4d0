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
import { containerName, labelNames } from './names.ts'
import type { ObservedInstance } from './plan-step.ts'

export type Phase = InstanceReport['phase']
export type ReportReason = NonNullable<InstanceReport['reason']>

/** How an instance ended without a request to end. */
export interface Ending {
  generation: number
  phase: 'failed' | 'stopped'
  reason: ReportReason
}

/** The agent's state of one instance. Only the instance's own queue and its watchers write it. */
export interface InstanceRecord {
  spec: InstanceSpec
  readonly container: string
  /** The name of its network; `undefined` before its container is created. */
  network: string | undefined
  /** The version of its container's toolbox; `undefined`: none. */
  toolbox: string | undefined
  /** The CPUs that its container is pinned to; empty: all. */
  cpus: readonly number[]
  containerState: ObservedInstance['container']
  /** Whether its container runs without a network, and has to start again. */
  offline: boolean
  observedGeneration: number
  phase: Phase
  ready: boolean
  /** The reason of a temporary failure that is being retried. */
  problem: ReportReason | undefined
  /** Since when the engine does not respond, by the wall clock in ms. */
  engineLostAtMs: number | undefined
  ending: Ending | undefined
  progress: Progress | undefined
  startedAt: string | undefined
  startedRestart: number | undefined
  imageHeld: boolean
  stopAsked: boolean
  /** The boot of the machine in which its container was last seen running. */
  systemBoot: string | undefined
  /** Whether its container ended with its machine or engine, so that it starts again. */
  interrupted: boolean
  /** SSH keys of the renter that were last written into the container. */
  keysPlaced: readonly string[]
  /** The time of the interruption that its programs were told of; `undefined`: of none. */
  noticePlaced: string | undefined
  /** The generation whose keys could not be written, as the disk was full. */
  keysUnfitGeneration: number | undefined
  outOfMemorySeen: boolean
  /** Whether its disk is bounded, or else watched; `undefined` before it is measured. */
  diskKind: 'bounded' | 'watched' | undefined
  /** Whether its disk is bounded and full: reported to the renter, but the instance keeps running. */
  diskFull: boolean
  meter: Meter
  /** Whether nothing is counted, as the engine does not respond and the state of the container is unknown. */
  meterHeld: boolean
}

export function newRecord(spec: InstanceSpec, now: Timestamp): InstanceRecord {
  return {
    spec,
    container: containerName(spec.instance_id),
    network: undefined,
    toolbox: undefined,
    cpus: [],
    containerState: 'unknown',
    offline: false,
    observedGeneration: 0,
    phase: spec.desired === 'running' ? 'creating' : 'stopped',
    ready: false,
    problem: undefined,
    engineLostAtMs: undefined,
    ending: undefined,
    progress: undefined,
    startedAt: undefined,
    startedRestart: undefined,
    imageHeld: false,
    stopAsked: false,
    systemBoot: undefined,
    interrupted: false,
    keysPlaced: [],
    noticePlaced: undefined,
    keysUnfitGeneration: undefined,
    outOfMemorySeen: false,
    diskKind: undefined,
    diskFull: false,
    meter: newMeter(now),
    meterHeld: false,
  }
}

export function observedOf(record: InstanceRecord): ObservedInstance {
  return {
    container: record.containerState,
    offline: record.offline,
    startedRestart: record.startedRestart,
    ready: record.ready,
    imageHeld: record.imageHeld,
    stopAsked: record.stopAsked,
    interrupted: record.interrupted,
    endedGeneration: record.ending?.generation,
    destroyed: record.phase === 'destroyed',
    staleKeys: hasStaleKeys(record),
    untold: (record.spec.interruption?.at ?? record.noticePlaced) !== record.noticePlaced,
    keysUnfit: record.keysUnfitGeneration === record.spec.generation,
  }
}

/** Returns whether the keys in the container are those of an earlier spec. */
function hasStaleKeys({ spec, keysPlaced }: InstanceRecord): boolean {
  return (
    spec.authorized_keys.length !== keysPlaced.length ||
    spec.authorized_keys.some((key, at) => key !== keysPlaced[at])
  )
}

/** The ways of counting that apply while a container runs. */
const runs: ReadonlySet<Counting> = new Set(['ready', 'unready'])

/** Updates the record from the engine's facts about its container, and ends the count where the container ended. */
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
  record.offline = facts?.isOffline ?? false
  record.cpus = facts?.cpus ?? []
  record.toolbox = facts?.labels[labelNames.toolbox]
  record.startedAt = facts?.startedAt ?? undefined
}

/** The ending of a container that ran and was removed by something else: none of the renter's data is left. */
function lossOf({ spec }: InstanceRecord): Ending {
  const text = 'The container and its disk were removed from the machine outside Gridloom.'
  const reason = { code: 'disk_lost', text, exit_code: null } as const
  return { generation: spec.generation, phase: 'failed', reason }
}

/** Brings the count up to date with the phase. Call after every change of phase, readiness or container. */
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
  return { code: 'disk_full', text: `The ${spec.disk_gb} GB disk is full.`, exit_code: null }
}

export function instanceReport(record: InstanceRecord, now: Timestamp): InstanceReport {
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
    toolbox: record.toolbox ?? null,
  }
}
