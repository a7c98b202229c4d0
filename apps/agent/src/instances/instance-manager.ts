import type { Duplex } from 'node:stream'
import type {
  ExecMessage,
  InstanceReport,
  InstanceSpec,
  SyncReply,
} from '@gridloom/contract/agent/protocol'
import type { InstanceId, TerminalId } from '@gridloom/contract/core/ids'
import type { ExecRequest } from '@gridloom/contract/instances/exec'
import type { ListeningPort } from '@gridloom/contract/instances/listening'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { InstanceClusters } from './clusters/index.ts'
import type { Isolation } from './egress/apply.ts'
import type { PreparedImages } from './prepared-images.ts'
import type { InstanceSessions, OpenedSession, SessionPlace } from './sessions/instance-sessions.ts'
import type { InstanceSnapshots } from './snapshots/index.ts'
import type { InstanceVolumes } from './volumes/index.ts'

/** A selection of a container's log lines. */
export interface LogSelection {
  follow: boolean
  since: string | undefined
  tail: number
  search: string | undefined
}

/** A shell inside an instance, attached for one viewer; ending the stream detaches and does not kill. */
export interface AttachedTerminal {
  stream: Duplex
  resumed: boolean
  /** Returns how the shell ended, once the stream has; `null` where only the viewer left, or where it is not known. */
  exitCode(signal: AbortSignal): Promise<number | null>
}

/**
 * All instances of the machine, reconciled to their specs. The link serves the control plane through this
 * interface only. Methods for an instance that is not on the machine throw `AgentRefused('not_found')`.
 */
export interface InstanceManager {
  /** Adopts every labelled container that outlived the agent; call once, before anything else. */
  adopt(signal: AbortSignal): Promise<void>
  /** Accepts a spec; reconciling happens in the background. An older generation changes nothing. */
  apply(spec: InstanceSpec): void
  sync(specs: readonly InstanceSpec[]): SyncReply
  reports(): InstanceReport[]
  /** Samples the load of each running instance since the last call. */
  sampleMetrics(signal: AbortSignal): Promise<{ instance_id: InstanceId; sample: ReportedSample }[]>
  /** Calls back with each report that changed; returns the function that unsubscribes. */
  onChange(listener: (report: InstanceReport) => void): () => void
  logs(id: InstanceId, selection: LogSelection, signal: AbortSignal): AsyncIterable<LogLine>
  exec(id: InstanceId, request: ExecRequest, signal: AbortSignal): AsyncIterable<ExecMessage>
  openTerminal(
    id: InstanceId,
    terminal: TerminalId,
    size: { columns: number; rows: number },
  ): Promise<AttachedTerminal>
  resizeTerminal(
    id: InstanceId,
    terminal: TerminalId,
    size: { columns: number; rows: number },
  ): Promise<void>
  readonly sessions: InstanceSessions
  readonly snapshots: InstanceSnapshots
  readonly volumes: InstanceVolumes
  readonly clusters: InstanceClusters
  readonly prepared: Pick<PreparedImages, 'set'>
  /** Opens a TCP connection to a port inside the container. */
  dial(id: InstanceId, port: number, signal: AbortSignal): Promise<Duplex>
  /** Lists the TCP ports that processes inside the container listen on. */
  listening(id: InstanceId, signal: AbortSignal): Promise<ListeningPort[]>
  /**
   * Reads a path of a stopped instance as a tar; `undefined` where it does not exist.
   * @throws AgentRefused `state_conflict` unless it is stopped
   */
  readStopped(
    id: InstanceId,
    path: Uint8Array,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Opens an SFTP session on the disk of a stopped instance.
   * @throws AgentRefused `state_conflict`; `upstream_failed` while something else uses the disk
   */
  openStopped(place: SessionPlace, signal: AbortSignal): Promise<OpenedSession>
  /** Whether containers are kept out of private networks. */
  isolation(): Isolation
  /** Calls back when that changes; returns a function that unsubscribes. */
  onIsolationChange(listener: () => void): () => void
  /** Returns the public key that logins for this machine are sealed for. */
  sealKey(): Promise<string>
  /** Ends timers and streams; containers keep running. */
  [Symbol.asyncDispose](): Promise<void>
}
