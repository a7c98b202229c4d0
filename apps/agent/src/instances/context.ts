import type { Clock } from '@gridloom/async/clock'
import type { ReadGpuUse } from '../hardware/gpus/gpu-use.ts'
import type { CpuLayout } from '../host/cpu-layout.ts'
import type { Log } from '../host/log.ts'
import type { Random } from '../host/random.ts'
import type { ContainerRuntime, NetworkSettings } from '../runtime/port.ts'
import type { CpuSets } from './cpu-sets.ts'
import type { ReadToolkit } from './gpu-gate.ts'
import type { Timestamp } from './meter.ts'
import { networkName, networkSettings } from './names.ts'
import type { InstanceRecord } from './record.ts'

/** How an image comes to be on the machine; see `src/images`. */
export type EnsureImage = (
  image: string,
  onProgress: (progress: NonNullable<InstanceRecord['progress']>) => void,
  signal: AbortSignal,
) => Promise<void>

/** What the steps of every instance share. */
export interface InstanceContext {
  runtime: ContainerRuntime
  clock: Clock
  random: Random
  log: Pick<Log, 'info' | 'warn'>
  ensureImage: EnsureImage
  /** What the machine's cards are doing. */
  gpuUse: ReadGpuUse
  /** How the machine's cards get into containers. */
  toolkit: ReadToolkit
  /** Name servers of new containers; `undefined` leaves the engine's. */
  nameServers(): Promise<readonly string[] | undefined>
  /** What shows a container its own figures; see `resourceViews`. */
  views(): Promise<readonly string[]>
  /** The CPUs that containers can be bound to, and who has which. */
  cpuLayout(): Promise<CpuLayout>
  cpuSets: CpuSets
  /** How many processes a container with these CPUs may have. */
  pidsMax(vcpus: number): Promise<number>
  /** Resolves once the machine is isolated as of now. Throws `RuntimeFailure` with `not_isolated`. */
  requireIsolation(signal: AbortSignal): Promise<void>
  /** Marks what belongs to this agent; see `ownerOf`. */
  owner: string
  /** A network for one new container. */
  takeNetwork(): { network: NetworkSettings; isMade: boolean }
  /** A container is made whose disk has this size: the next may want the same. */
  diskWanted(bytes: number): void
  /** Publishes a changed record to the listeners and to its file. */
  changed(record: InstanceRecord): void
}

/** A network of this agent's: the named one, or one with a new name. */
export function networkOf(
  { random, owner }: Pick<InstanceContext, 'random' | 'owner'>,
  name = networkName(owner, random.uuid()),
): NetworkSettings {
  return networkSettings(name, owner)
}

export function timestampOf(clock: Clock): Timestamp {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() }
}
