import type { Clock } from '@gridloom/async/clock'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import type { z } from 'zod'
import type { Finding } from './doctor/finding.ts'
import type { Log } from './host/log.ts'
import type { Random } from './host/random.ts'
import type { RentalWatch } from './host/rental-watch.ts'
import type { Route } from './link/router.ts'

/**
 * A kind of work that machines do. The agent goes over the list of workloads (`all-workloads.ts`): its link, reports and
 * doctor know none of them by name. Workloads do not import each other.
 */
export interface Workload {
  /** The name of its folder. */
  readonly name: string
  /** What it needs on this machine, as the doctor finds it. Changes nothing, and needs no running workload. */
  readonly examine?: () => Promise<readonly Finding[]>
  /** Takes up what an agent before this one left. Rejects only where the agent is of no use without it. */
  start(place: WorkloadPlace): Promise<RunningWorkload>
}

/** What a workload stands on. */
export interface WorkloadPlace {
  /** It keeps its files in a folder of its own in here. */
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly rental: RentalWatch
  /** Aborts when the agent stops. */
  readonly signal: AbortSignal
}

/** A workload at work, until it is disposed of. */
export interface RunningWorkload extends AsyncDisposable {
  /** The calls that it answers, by the contract's `agent/<area>-calls.ts`. */
  readonly routes: readonly Route[]
  /** Its part of the `hello` of each report stream. */
  hello(): HelloPart
  /** Its part of each heartbeat, as of the moment that it is sent. */
  heartbeat(): HeartbeatPart
  /** The rest of its heartbeat, which takes time to read; it goes without this after two seconds. */
  readonly sample?: (signal: AbortSignal) => Promise<HeartbeatPart>
  /** Calls back with what changes between heartbeats; returns how to end that. */
  watch(notify: (notice: ChangeNotice) => void): () => void
  /** What the isolation of containers lacks on this machine. */
  readonly isolationGaps?: () => Promise<readonly IsolationGap[]>
  /** Begins work of its own accord, once every workload has started. */
  readonly begin?: () => void
}

/** A message as the agent sends it: parts that have a default may be left out. */
export type SentMessage = z.input<typeof AgentMessage>

type SentOf<Kind extends SentMessage['kind']> = Extract<SentMessage, { kind: Kind }>

/** The fields of a `hello` that workloads add. */
export type HelloPart = Partial<
  Omit<SentOf<'hello'>, 'kind' | 'protocol' | 'agent_version' | 'boot_id' | 'hardware'>
>

/** The fields of a heartbeat that workloads add. */
export type HeartbeatPart = Partial<Omit<SentOf<'heartbeat'>, 'kind' | 'sequence' | 'load'>>

/** A change that waits for its turn on a report stream. */
export interface ChangeNotice {
  /** What changed, within its workload: a newer notice of the same takes the place of this one. */
  readonly key: string
  /** Made when it is sent. */
  readonly message: () => Exclude<SentMessage, { kind: 'hello' | 'heartbeat' }>
  /** `heartbeat`: the next one says the same. `this`: it says all that the workload's other notices could. */
  readonly coveredBy?: 'heartbeat' | 'this'
}

/** Of a workload that has nothing to add to heartbeats, and no changes. */
export const silent: Pick<RunningWorkload, 'heartbeat' | 'watch'> = {
  heartbeat: () => ({}),
  watch: () => () => undefined,
}
