import type { Duplex } from 'node:stream'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { Hardware, HeldImage, IsolationGap } from '@gridloom/contract/machines/hardware'
import type { CpuLayout } from '../host/cpu-layout.ts'
import type { EngineHelpers } from './helper-port.ts'
import type { EngineLayers } from './layer-port.ts'
import type { RunOptions } from './run-options.ts'
import type { AttachedDisk, EngineVolumeDisks } from './volume-port.ts'

/**
 * The container engine as the agent sees it. A driver is one folder with one factory function (`createDockerRuntime`,
 * `createFakeRuntime`) that returns this interface; `test/runtime-contract.ts` tests each driver.
 *
 * We name containers and networks, so every call may be repeated: creating what exists, stopping what is stopped and
 * removing what is gone all succeed. Failures are thrown as `RuntimeFailure`.
 */
export interface ContainerRuntime {
  /** `fake`: its containers are records, from which nothing on the machine has to be protected. */
  readonly kind: 'docker' | 'fake'
  /** Whether the engine runs on this machine: its containers then belong to agents of this machine. */
  readonly isLocal: boolean
  probe(signal: AbortSignal): Promise<EngineFacts>

  /** Returns the id of the image with this name; `undefined` if there is none. */
  imageId(image: string, signal: AbortSignal): Promise<string | undefined>
  /** Returns the unpacked size of an image. */
  imageBytes(image: string, signal: AbortSignal): Promise<number>
  /** Removes an image, unless a container uses it. */
  removeImage(image: string, signal: AbortSignal): Promise<void>
  /** Pulls an image, or asks its registry whether it is still the one that is here. */
  pullImage(pull: ImagePull, onProgress: OnProgress, signal: AbortSignal): Promise<void>
  /** Errors: `image_wrong_platform` where the engine cannot run an image that it has. */
  requirePlatform(image: string, signal: AbortSignal): Promise<void>
  /**
   * Makes an image, under this name, of what a container wrote over its own image. It has no label of the container with
   * a value.
   */
  commitContainer(commit: ContainerCommit, signal: AbortSignal): Promise<void>
  /** Imports an image from a stream: the output of `docker save`, or a plain root file system. */
  importImage(archive: ImageArchive, signal: AbortSignal): Promise<void>

  /** Creates a bridge network for one instance, with all that a container needs to join it; may be repeated. */
  createNetwork(network: NetworkSettings, signal: AbortSignal): Promise<void>
  /** Returns the names of the networks with this label. */
  listNetworks(label: string, signal: AbortSignal): Promise<string[]>
  /** Returns the networks with this label, whatever its value. */
  labelledNetworks(label: string, signal: AbortSignal): Promise<LabelledNetwork[]>
  /** Connects a container again to the network of this name, after the network was created again. */
  rejoinNetwork(container: string, network: string, signal: AbortSignal): Promise<void>
  /** Removes a network that no instance uses. */
  removeNetwork(name: string, signal: AbortSignal): Promise<void>

  createContainer(settings: ContainerSettings, signal: AbortSignal): Promise<void>
  /** Deletes a container and creates it again on its disk. Call only where disks are bounded, after `NetworkGone`. */
  replaceContainer(settings: ContainerSettings, signal: AbortSignal): Promise<void>
  startContainer(name: string, signal: AbortSignal): Promise<void>
  /** Returns the CPUs that containers can be bound to; empty if this engine binds none. */
  cpuLayout(signal: AbortSignal): Promise<CpuLayout>
  /** Binds a container to other CPUs. */
  bindCpus(name: string, cpus: readonly number[], signal: AbortSignal): Promise<void>
  /** Writes files that only root can read into a folder that only root can enter, whether the container runs or not. */
  writePrivate(name: string, files: WrittenFiles, signal: AbortSignal): Promise<void>
  /** Writes files that every user of the container can read, and only root can change, likewise. */
  writeReadable(name: string, files: WrittenFiles, signal: AbortSignal): Promise<void>
  /** Sends SIGTERM to the main process of a container, which may go on. Does nothing if it does not run. */
  terminate(name: string, signal: AbortSignal): Promise<void>
  /** Asks the container to stop, and kills it after `graceS` seconds. */
  stopContainer(name: string, graceS: number, signal: AbortSignal): Promise<void>
  /** Kills the container if it runs, and deletes it with its disk and its volumes. */
  removeContainer(name: string, signal: AbortSignal): Promise<void>
  /** Resolves to `undefined` if there is no such container. */
  inspectContainer(name: string, signal: AbortSignal): Promise<ContainerFacts | undefined>
  /** Returns whether the engine sent a signal to a container that ended, as it does to stop it, in its last run. */
  wasSignalled(ended: ContainerFacts, signal: AbortSignal): Promise<boolean>
  /** Returns every container with this label (`name` or `name=value`), in any state. */
  listContainers(label: string, signal: AbortSignal): Promise<ContainerFacts[]>
  /** Returns whether a path exists in the container's file system, running or not. */
  hasPath(name: string, path: string, signal: AbortSignal): Promise<boolean>
  /** Reads a path of a container, running or not, as a tar; `undefined` where it does not exist. */
  readArchive(
    name: string,
    path: Uint8Array,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array> | undefined>
  diskUse(name: string, signal: AbortSignal): Promise<DiskUse>
  /** Returns the space of the containers' file system; `undefined` if this machine cannot see it. */
  space(signal: AbortSignal): Promise<EngineSpace | undefined>
  /** Deletes the disks of this agent whose container names are not kept: an agent that was killed left them. */
  clearDisks(isKept: (name: string) => boolean, signal: AbortSignal): Promise<void>
  /** Returns the owner marks of all agents that have disks on this machine. */
  diskOwners(signal: AbortSignal): Promise<string[]>
  /** Deletes all disks of another agent. */
  clearDisksOf(owner: string, signal: AbortSignal): Promise<void>
  /**
   * Creates spare disks of this size for the next containers that need one; none if disks are not bounded or space is
   * scarce. They are deleted when anything else needs their space. One call at a time.
   */
  prepareDisks(bytes: number, signal: AbortSignal): Promise<void>
  /** Deletes the spare disks that no container uses. */
  dropSpareDisks(signal: AbortSignal): Promise<void>
  readUsage(name: string, signal: AbortSignal): Promise<ContainerUsage>

  logs(name: string, selection: EngineLogSelection, signal: AbortSignal): AsyncIterable<LogLine>
  exec(name: string, settings: ExecSettings, signal: AbortSignal): Promise<RunningExec>
  openTerminal(name: string, settings: TerminalSettings): Promise<RuntimeTerminal>
  /** Starts a program for one stream: whoever closes the stream calls `hangUp`. */
  openSession(name: string, settings: SessionSettings, signal: AbortSignal): Promise<RuntimeSession>
  /** Hangs up the sessions in a container that are not kept: an earlier agent left them. */
  hangUpSessions(
    name: string,
    isKept: (session: string) => boolean,
    signal: AbortSignal,
  ): Promise<void>
  /** Opens a TCP connection to a port inside the container. */
  dial(name: string, port: number, signal: AbortSignal): Promise<Duplex>
  /** As `dial`, for the input and output of a program: its output comes in the frames of a session. */
  dialFramed(name: string, port: number, signal: AbortSignal): Promise<DialledSession>
  /** Returns the IPv4 address of a container that runs, in the network of its own. */
  address(name: string, signal: AbortSignal): Promise<string>
  /**
   * Returns the kernel's tables of a container's TCP sockets, as `/proc/net/tcp` and `tcp6` have them, cut at 4 MiB.
   * Listeners come first in each.
   */
  socketTables(name: string, signal: AbortSignal): Promise<string>
  readonly volumes: EngineVolumes
  readonly volumeDisks: EngineVolumeDisks
  readonly layers: EngineLayers
  readonly helpers: EngineHelpers
  /** Returns the processor of containers, as Node.js names it; `undefined` if the engine does not say. */
  architecture(signal: AbortSignal): Promise<string | undefined>
  /** Yields exits and out-of-memory kills as they happen; throws when the engine goes away. */
  events(label: string, signal: AbortSignal): AsyncIterable<RuntimeEvent>
}

/** Named volumes of the engine, which outlive the containers that they are mounted in. */
export interface EngineVolumes {
  /** Creates a volume and unpacks an archive into it, unless it has the archive's last file, and so all of them. */
  fill(content: VolumeContent, signal: AbortSignal): Promise<void>
  /** Returns when a volume was created, as the engine writes it; `undefined` if there is none. */
  createdAt(name: string, signal: AbortSignal): Promise<string | undefined>
  /** Returns the names of the volumes with this label. */
  list(label: string, signal: AbortSignal): Promise<string[]>
  /** Removes a volume, unless a container has it. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

/** The content of a volume. */
export interface VolumeContent {
  name: string
  labels: Record<string, string>
  /** The name of the container that the volume is filled through. It never runs, and is removed. */
  through: string
  /** Absolute path that the names in the archive begin with, without the leading slash. */
  mountedAt: string
  /** The last file in the archive, below `mountedAt`. */
  lastFile: string
  /** Opens the archive, an uncompressed tar; only called if it is needed. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** A volume that a container sees, read-only. */
export interface MountedVolume {
  volume: string
  path: string
}

export interface DiskUse {
  usedBytes: number
  /** `undefined` if the disk is not bounded: then `usedBytes` excludes volumes and deleted files. */
  freeBytes: number | undefined
}

export interface EngineSpace {
  totalBytes: number
  freeBytes: number
  /** Allocated to the disks of containers, but not written to. */
  unfilledBytes: number
  /** Allocated to the disks of containers, and to volumes, in total. */
  allocatedBytes: number
  /** Allocated to volumes. */
  volumeBytes: number
}

export interface EngineFacts {
  engine: NonNullable<Hardware['engine']>
  /** Why the disks of containers are not bounded, readable by the provider; `undefined` if they are. */
  diskObstacle: string | undefined
  /** Every image with a name, including the provider's own. */
  images: EngineImage[]
  /** Isolation gaps of the engine itself. */
  gaps: IsolationGap[]
}

/** An image of the engine. */
export type EngineImage = HeldImage & { id: string }

/** A login at the registry of an image. It is passed to the engine for one pull, and stored nowhere. */
export interface PullLogin {
  username: string
  password: string
}

export interface ImagePull {
  image: string
  login?: PullLogin | undefined
}

export interface ContainerCommit {
  name: string
  image: string
  /** Variables beside those of its image, as `NAME=value`. */
  env: readonly string[]
  command: readonly string[]
  workdir: string
  labels: Record<string, string>
}

export type OnProgress = (progress: Progress) => void

export type ImageArchive = {
  image: string
  stream: AsyncIterable<Uint8Array>
} & ({ kind: 'saved' } | { kind: 'root_file_system'; changes: string[] })

export interface NetworkSettings {
  name: string
  /** Host name of the containers in it. */
  hostname: string
  /** Name servers; `undefined` keeps those of the engine. */
  dns: readonly string[] | undefined
  /** Name of the host's interface, at most 15 characters. */
  bridge: string
  subnet: string | undefined
  labels: Record<string, string>
}

export interface LabelledNetwork {
  name: string
  /** Value of the label. */
  value: string
  createdMs: number
}

export interface ContainerSettings extends RunOptions {
  name: string
  network: string
  hostname: string
  image: string
  labels: Record<string, string>
  env: string[]
  /** `undefined` keeps that of the image. */
  entrypoint: string[] | undefined
  command: string[] | undefined
  /** Written into the container before it starts: absolute path → text, executable by everyone. */
  programs: Record<string, string>
  /** Written likewise: absolute path → text, readable by everyone. */
  texts?: Record<string, string>
  nanoCpus: number
  /** The CPUs that the container runs on; `undefined` for all. */
  cpus: readonly number[] | undefined
  memoryBytes: number
  pidsMax: number
  /** Files of the host that replace others inside, as `from:to:ro`. */
  views: readonly string[]
  /** Name servers; `undefined` keeps those of the engine. */
  dns: readonly string[] | undefined
  diskBytes: number
  capabilities: readonly string[]
  gpuUuids: string[]
  /** The toolbox of this machine, where it has one. */
  toolbox?: MountedVolume | undefined
  /** Disks that must exist. */
  volumes?: readonly AttachedDisk[] | undefined
}

export interface WrittenFiles {
  /** Absolute path; created if it is missing. */
  folder: string
  /** Name → text. */
  files: Record<string, string>
}

export interface ContainerFacts {
  containerId: string
  name: string
  labels: Record<string, string>
  /** The CPUs that the container is bound to; empty for all. */
  cpus: readonly number[]
  state: 'created' | 'running' | 'exited'
  /** Whether it runs but reaches nothing, as something removed what held its network: it must start again. */
  isOffline: boolean
  /** Timestamp of the engine, with nanoseconds; `null` before the first start. */
  startedAt: string | null
  finishedAt: string | null
  exitCode: number | null
  outOfMemory: boolean
}

/** Counters since the start of the container, and its current memory. */
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
  /** Returns the exit code after the output has ended; `null` if the engine does not have it. */
  exitCode(signal: AbortSignal): Promise<number | null>
  /** Kills the command and the processes that it started. */
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
  /** Returns the exit code after the stream has ended; `null` if the engine does not have it. */
  exitCode(signal: AbortSignal): Promise<number | null>
  kill(signal: AbortSignal): Promise<void>
}

/** The first argument of the launcher of every session: an agent recognises by it what an earlier one left. */
export const sessionLauncher = 'gridloom-session'
/** The variable of a session's program with the session's id. */
export const sessionVariable = 'GRIDLOOM_SESSION'

export interface SessionSettings {
  /** Unique in the container. */
  id: string
  /** A shell, `-c`, a script, {@link sessionLauncher}, and arguments. */
  command: string[]
  env: string[]
  /** By default that of the container. */
  user?: 'root' | undefined
  /** `undefined`: the program has no terminal. */
  terminal: TerminalSize | undefined
}

/** See `RuntimeSession`. */
export interface DialledSession extends Pick<RuntimeSession, 'stream' | 'release'> {
  /** An empty frame: each piece of the stream is a whole one. */
  idle: Buffer
}

export interface RuntimeSession {
  /**
   * With a terminal raw bytes both ways. Without one, ending it ends the program's input, and the outputs come in frames:
   * 1 byte of stream (1 or 2), 3 unused bytes, 4 bytes of length.
   */
  stream: Duplex
  /** Gives back the memory of bytes that were read from the stream, and that nothing reads any more. */
  release?: (bytes: Uint8Array) => void
  /** Reads the frames in place of `stream`, of a program without a terminal. */
  output(): AsyncIterable<ExecPiece>
  resize(size: TerminalSize): Promise<void>
  /** Sends a signal, such as `TERM`, to the program and its process group. */
  signal(name: string, signal: AbortSignal): Promise<void>
  /**
   * Ends the program as a terminal that hangs up does: SIGHUP to its process group, and to the one in the foreground of
   * its terminal; 5 s later SIGKILL to those of them that do not ignore SIGHUP.
   */
  hangUp(signal: AbortSignal): Promise<void>
  /** Returns the exit code after the stream has ended; `null` if the engine does not have it. */
  exitCode(signal: AbortSignal): Promise<number | null>
}

export interface RuntimeEvent {
  kind: 'started' | 'exited' | 'out_of_memory'
  name: string
}
