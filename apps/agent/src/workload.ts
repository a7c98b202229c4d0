import type { Clock } from '@gridloom/async/clock'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Hardware, IsolationGap } from '@gridloom/contract/machines/hardware'
import type { z } from 'zod'
import type { Finding } from './doctor/finding.ts'
import type { Log } from './host/log.ts'
import type { Random } from './host/random.ts'
import type { RentalWatch } from './host/rental-watch.ts'
import type { Route } from './link/router.ts'

/**
 * A kind of work that machines do. The agent iterates over the list of workloads (`all-workloads.ts`): its link,
 * reports and doctor depend on none of them by name. Workloads do not import each other.
 */
export interface Workload {
  /** The name of its folder. */
  readonly name: string
  /** Checks its needs on this machine for the doctor. Changes nothing, and needs no running workload. */
  readonly examine?: () => Promise<readonly Finding[]>
  /** Starts, taking over what an earlier agent left. Rejects only where the agent is useless without this workload. */
  start(place: WorkloadPlace): Promise<RunningWorkload>
}

/** The machine and its key, which statements to the control plane are signed with. */
export interface Signer {
  readonly machineId: MachineId
  sign(statement: string): string
}

/** The dependencies of a workload. */
export interface WorkloadPlace {
  /** The workload stores its files in a folder of its own in here. */
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly rental: RentalWatch
  readonly signer: Signer
  /** Aborts when the agent stops. */
  readonly signal: AbortSignal
}

/** A running workload, until it is disposed of. */
export interface RunningWorkload extends AsyncDisposable {
  /** The calls that it serves, from the contract's `agent/<area>-calls.ts`. */
  readonly routes: readonly Route[]
  /** Its part of the `hello` of each report stream. */
  hello(): HelloPart
  /** Its part of each heartbeat, as of the time of sending. */
  heartbeat(): HeartbeatPart
  /** The rest of its heartbeat, which takes time to read; after two seconds the heartbeat is sent without it. */
  readonly sample?: (signal: AbortSignal) => Promise<HeartbeatPart>
  /** Calls back with changes between heartbeats; returns the function that unsubscribes. */
  watch(notify: (notice: ChangeNotice) => void): () => void
  /** Returns the isolation gaps of this machine. */
  readonly isolationGaps?: () => Promise<readonly IsolationGap[]>
  /** Its part of the hardware that is reported. */
  readonly hardware?: () => Promise<HardwarePart>
  /** Calls back when its isolation gaps or its part of the hardware changed; returns a function that unsubscribes. */
  readonly onHardwareChange?: (listener: () => void) => () => void
  /** Starts background work, once every workload has started. */
  readonly begin?: () => void
}

/** A message as the agent sends it: fields with a default may be omitted. */
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
  /** The key of what changed, within its workload: a newer notice with the same key replaces this one. */
  readonly key: string
  /** Creates the message when it is sent. */
  readonly message: () => Exclude<SentMessage, { kind: 'hello' | 'heartbeat' }>
  /** `heartbeat`: the next heartbeat includes it. `this`: it includes all other notices of the workload. */
  readonly coveredBy?: 'heartbeat' | 'this'
}

/** The fields of the hardware that workloads add. */
export type HardwarePart = Pick<
  Hardware,
  | 'usage_unreadable_at'
  | 'toolbox'
  | 'snapshots'
  | 'volumes'
  | 'volume_sessions'
  | 'container_options'
  | 'recipes'
  | 'clusters'
  | 'seal_key'
>

/** For a workload that adds nothing to heartbeats and has no changes. */
export const silent: Pick<RunningWorkload, 'heartbeat' | 'watch'> = {
  heartbeat: () => ({}),
  watch: () => () => undefined,
}
