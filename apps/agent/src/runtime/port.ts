import type { Duplex } from 'node:stream'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { Hardware, HeldImage, IsolationGap } from '@gridloom/contract/machines/hardware'
import type { CpuLayout } from '../host/cpu-layout.ts'

/**
 * The container engine as the agent sees it. A driver is one folder with one maker
 * (`createDockerRuntime`, `createFakeRuntime`) that gives this face; `contract.ts` beside this file
 * holds what every driver must do.
 *
 * Containers and networks are named by us, so every call may be repeated: creating what is there,
 * stopping what stands and removing what is gone are all successes. What goes wrong is thrown as
 * `RuntimeFailure`.
 */
export interface ContainerRuntime {
  /** `fake`: its containers are records, so nothing on the machine has to be guarded from them. */
  readonly kind: 'docker' | 'fake'
  /** Whether the engine is this machine's own: what lies on it belongs to agents of this machine. */
  readonly isLocal: boolean
  probe(signal: AbortSignal): Promise<EngineFacts>

  /** The id of the image that this name stands for; `undefined` where none does. */
  imageId(image: string, signal: AbortSignal): Promise<string | undefined>
  /** What an image takes on the disk, unpacked. */
  imageBytes(image: string, signal: AbortSignal): Promise<number>
  /** Forgets an image; one that a container was made of stays. */
  removeImage(image: string, signal: AbortSignal): Promise<void>
  pullImage(image: string, onProgress: OnProgress, signal: AbortSignal): Promise<void>
  /** Takes an image in from a stream: what `docker save` wrote, or a plain root file system. */
  importImage(archive: ImageArchive, signal: AbortSignal): Promise<void>

  /** A bridge network of one instance's own. */
  createNetwork(network: NetworkSettings, signal: AbortSignal): Promise<void>
  /** Names of the networks that carry the label. */
  listNetworks(label: string, signal: AbortSignal): Promise<string[]>
  /** The networks that carry a label, whatever its value. */
  labelledNetworks(label: string, signal: AbortSignal): Promise<LabelledNetwork[]>
  /** Ties a container that stands to the network of this name anew, after it was made again. */
  rejoinNetwork(container: string, network: string, signal: AbortSignal): Promise<void>
  removeNetwork(name: string, signal: AbortSignal): Promise<void>

  createContainer(settings: ContainerSettings, signal: AbortSignal): Promise<void>
  startContainer(name: string, signal: AbortSignal): Promise<void>
  /** The CPUs that containers can be bound to; empty where this engine binds none. */
  cpuLayout(signal: AbortSignal): Promise<CpuLayout>
  /** Binds a container to other CPUs. */
  bindCpus(name: string, cpus: readonly number[], signal: AbortSignal): Promise<void>
  /** Writes files that root alone reads into a folder that root alone enters, whether it runs or not. */
  writePrivate(name: string, files: PrivateFiles, signal: AbortSignal): Promise<void>
  /** Asks it to end, and kills it after `graceS` seconds. */
  stopContainer(name: string, graceS: number, signal: AbortSignal): Promise<void>
  /** Kills it where it runs and deletes it with its disk and its volumes. */
  removeContainer(name: string, signal: AbortSignal): Promise<void>
  /** `undefined` when there is no such container. */
  inspectContainer(name: string, signal: AbortSignal): Promise<ContainerFacts | undefined>
  /** Every container that carries the label (`name` or `name=value`), in any state. */
  listContainers(label: string, signal: AbortSignal): Promise<ContainerFacts[]>
  /** Whether a path exists in the container's file system, running or not. */
  hasPath(name: string, path: string, signal: AbortSignal): Promise<boolean>
  diskUse(name: string, signal: AbortSignal): Promise<DiskUse>
  /** The file system that containers lie on; `undefined` where this machine does not see it. */
  space(signal: AbortSignal): Promise<EngineSpace | undefined>
  /** Deletes the disks of this agent that no container of these names has: an agent that was killed left them. */
  clearDisks(isKept: (name: string) => boolean, signal: AbortSignal): Promise<void>
  /** The marks of all agents that have disks on this machine. */
  diskOwners(signal: AbortSignal): Promise<string[]>
  /** Deletes all disks of another agent. */
  clearDisksOf(owner: string, signal: AbortSignal): Promise<void>
  /**
   * Makes disks of this size ahead, for the next containers that want one of it; none where disks are not bounded
   * or room is scarce. They are given up for whatever else needs their room. One call at a time.
   */
  prepareDisks(bytes: number, signal: AbortSignal): Promise<void>
  /** Deletes the disks that were made ahead and that no container has. */
  dropSpareDisks(signal: AbortSignal): Promise<void>
  readUsage(name: string, signal: AbortSignal): Promise<ContainerUsage>

  logs(name: string, selection: EngineLogSelection, signal: AbortSignal): AsyncIterable<LogLine>
  exec(name: string, settings: ExecSettings, signal: AbortSignal): Promise<RunningExec>
  openTerminal(name: string, settings: TerminalSettings): Promise<RuntimeTerminal>
  /** A TCP connection to a port inside the container. */
  dial(name: string, port: number, signal: AbortSignal): Promise<Duplex>
  /** Exits and out-of-memory kills as they happen; ends with a failure when the engine goes away. */
  events(label: string, signal: AbortSignal): AsyncIterable<RuntimeEvent>
}

export interface DiskUse {
  usedBytes: number
  /** `undefined` where nothing bounds the disk: then `usedBytes` leaves out volumes and deleted files. */
  freeBytes: number | undefined
}

export interface EngineSpace {
  totalBytes: number
  freeBytes: number
  /** Allocated to disks of containers, and not written to by them. */
  unfilledBytes: number
  /** Allocated to disks of containers in all. */
  allocatedBytes: number
}

export interface EngineFacts {
  engine: NonNullable<Hardware['engine']>
  /** Why the disks of containers are not bounded, for the provider to read; `undefined` where they are. */
  diskObstacle: string | undefined
  /** Every image with a name, the provider's own among them. */
  images: EngineImage[]
  /** What the engine itself lacks for keeping containers in. */
  gaps: IsolationGap[]
}

/** An image as the engine holds it. */
export type EngineImage = HeldImage & { id: string }

export type OnProgress = (progress: Progress) => void

export type ImageArchive = {
  image: string
  stream: AsyncIterable<Uint8Array>
} & ({ kind: 'saved' } | { kind: 'root_file_system'; changes: string[] })

export interface NetworkSettings {
  name: string
  /** The host's interface, at most 15 characters. */
  bridge: string
  subnet: string | undefined
  labels: Record<string, string>
}

export interface LabelledNetwork {
  name: string
  /** The label's. */
  value: string
  createdMs: number
}

export interface ContainerSettings {
  name: string
  network: string
  hostname: string
  image: string
  labels: Record<string, string>
  env: string[]
  /** `undefined` leaves the image's own. */
  entrypoint: string[] | undefined
  command: string[] | undefined
  /** Written into the container before it starts: absolute path → text, executable by everyone. */
  programs: Record<string, string>
  nanoCpus: number
  /** The CPUs that it runs on; `undefined` leaves all of them. */
  cpus: readonly number[] | undefined
  memoryBytes: number
  pidsMax: number
  /** Files of the host that stand in for others inside, as `from:to:ro`. */
  views: readonly string[]
  /** Name servers; `undefined` leaves the engine's. */
  dns: readonly string[] | undefined
  diskBytes: number
  capabilities: readonly string[]
  gpuUuids: string[]
}

export interface PrivateFiles {
  /** Absolute; made where it is missing. */
  folder: string
  /** Name → text. */
  files: Record<string, string>
}

export interface ContainerFacts {
  containerId: string
  name: string
  labels: Record<string, string>
  /** The CPUs that it is bound to; empty: all. */
  cpus: readonly number[]
  state: 'created' | 'running' | 'exited'
  /** As the engine gives it, with nanoseconds; `null` before the first start. */
  startedAt: string | null
  finishedAt: string | null
  exitCode: number | null
  outOfMemory: boolean
}

/** Counters since the container started, but memory, which is of now. */
export interface ContainerUsage {
  cpuNs: number
  memoryBytes: number
  memoryLimitBytes: number
  rxBytes: number
  txBytes: number
  readBytes: number
  writtenBytes: number
}

export interface EngineLogSelection {
  follow: boolean
  /** RFC 3339; lines at or after it. */
  since: string | undefined
  tail: number | 'all'
}

export interface ExecSettings {
  command: string[]
  stdin: string | undefined
}

export interface ExecPiece {
  stream: 'stdout' | 'stderr'
  bytes: Buffer
}

export interface RunningExec {
  output: AsyncIterable<ExecPiece>
  /** After the output has ended; `null` when the engine does not know. */
  exitCode(signal: AbortSignal): Promise<number | null>
  /** Kills the command and what it started. */
  kill(signal: AbortSignal): Promise<void>
}

export interface TerminalSize {
  columns: number
  rows: number
}

export interface TerminalSettings extends TerminalSize {
  command: string[]
  env: string[]
}

export interface RuntimeTerminal {
  stream: Duplex
  resize(size: TerminalSize): Promise<void>
  /** After the stream has ended; `null` when the engine does not know. */
  exitCode(signal: AbortSignal): Promise<number | null>
  kill(signal: AbortSignal): Promise<void>
}

export interface RuntimeEvent {
  kind: 'started' | 'exited' | 'out_of_memory'
  name: string
}
