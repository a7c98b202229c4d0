import type { Clock } from '@gridloom/async/clock'
import type { ReadGpuUse } from '../hardware/gpus/gpu-use.ts'
import type { CpuLayout } from '../host/cpu-layout.ts'
import type { Log } from '../host/log.ts'
import type { Random } from '../host/random.ts'
import type { MachineSealKey } from '../identity/seal-key.ts'
import type { ContainerRuntime, NetworkSettings } from '../runtime/port.ts'
import type { Builds } from './builds/builds.ts'
import type { Clusters } from './clusters/clusters.ts'
import type { InstanceToolbox } from './container-settings.ts'
import type { CpuSets } from './cpu-sets.ts'
import type { EnsureImage } from './ensure-image.ts'
import type { ReadToolkit } from './gpu-gate.ts'
import type { Timestamp } from './meter.ts'
import { networkName, networkSettings } from './names.ts'
import type { InstanceRecord } from './record.ts'
import type { Restores } from './snapshots/restores.ts'
import type { StoppedDisks } from './stopped/disks.ts'

/** The dependencies that the steps of every instance share. */
export interface InstanceContext {
  runtime: ContainerRuntime
  clock: Clock
  random: Random
  log: Pick<Log, 'info' | 'warn'>
  ensureImage: EnsureImage
  /** Builds images by recipes. */
  builds: Builds
  /** Opens what was sealed for this machine. */
  sealKey: MachineSealKey
  /** The snapshots that instances begin with. */
  restores: Restores
  /** The disks of stopped instances. */
  disks: StoppedDisks
  /** The networks of clusters that instances are connected to. */
  clusters: Clusters
  /** Reads the use of the machine's GPUs. */
  gpuUse: ReadGpuUse
  /** Reads the state of the toolkit that passes GPUs to containers. */
  toolkit: ReadToolkit
  /** Name servers of new containers; `undefined` leaves the engine's. */
  nameServers(): Promise<readonly string[] | undefined>
  /** Returns mounts that show a container its own memory, load and CPUs; see `resourceViews`. */
  views(): Promise<readonly string[]>
  /** Returns the toolbox of a new container; `undefined` while this machine has none. */
  toolbox(): Promise<InstanceToolbox | undefined>
  /** The CPUs that containers can be pinned to. */
  cpuLayout(): Promise<CpuLayout>
  cpuSets: CpuSets
  /** Returns the most processes that a container with these CPUs may have. */
  pidsMax(vcpus: number): Promise<number>
  /** Resolves where the machine is isolated right now. Throws `RuntimeFailure` with `not_isolated` where not. */
  requireIsolation(signal: AbortSignal): Promise<void>
  /** The current boot of the machine; `undefined` where the system has none. */
  readonly systemBoot: string | undefined
  /** Marks the resources of this agent; see `ownerOf`. */
  owner: string
  /** Returns a network for one new container. */
  takeNetwork(): Promise<ContainerNetwork>
  /** Records that a container with a disk of this size is created: the next may need the same. */
  diskWanted(bytes: number): void
  /** Publishes a changed record to the listeners and to its file. */
  changed(record: InstanceRecord): void
}

/** A network for one container; `isMade`: it exists already. */
export interface ContainerNetwork {
  network: NetworkSettings
  isMade: boolean
}

/** Returns the settings of a network of this agent: of the named one, or of one with a new name. */
export async function instanceNetwork(
  { random, owner, nameServers }: Pick<InstanceContext, 'random' | 'owner' | 'nameServers'>,
  { name, hostname }: { name?: string | undefined; hostname?: string | undefined } = {},
): Promise<NetworkSettings> {
  const dns = await nameServers()
  return networkSettings(name ?? networkName(owner, random.uuid()), { owner, dns, hostname })
}

export function timestampOf(clock: Clock): Timestamp {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() }
}
