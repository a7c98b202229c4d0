import type { Clock } from '@gridloom/async/clock'
import type { ReadGpuUse } from '../hardware/gpus/gpu-use.ts'
import type { Execute } from '../host/execute.ts'
import type { Log } from '../host/log.ts'
import type { Random } from '../host/random.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { PackageSources } from './builds/package-sources.ts'
import type { InstanceContext } from './context.ts'
import type { EnsureEgress } from './egress/apply.ts'
import type { EnsureImage } from './ensure-image.ts'
import type { ReadToolkit } from './gpu-gate.ts'

export interface InstanceManagerOptions {
  runtime: ContainerRuntime
  /** The state of instances is stored in `instances/` in here; image archives are read from `images/`. */
  dataDir: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  random?: Random
  execute?: Execute
  /** Source of images; by default archives, the base images built here, and registries. */
  ensureImage?: EnsureImage
  /** Removes unused images when the disk gets short; by default none are removed. */
  freeImages?: (signal: AbortSignal) => Promise<void>
  /** Reads the use of the machine's GPUs; by default with their vendors' tools. */
  gpuUse?: ReadGpuUse
  /** Reads the state of the toolkit that passes GPUs to containers; by default on the machine. */
  toolkit?: ReadToolkit
  /** Keeps containers out of private networks; by default with iptables. */
  isolate?: EnsureEgress
  /** The current boot of the machine: containers that ran in another one are started again. */
  systemBoot?: string | undefined
  /** How many networks are made ahead; by default two. */
  networksAhead?: number
  /** Returns the toolbox of a new container; by default there is none. */
  toolbox?: InstanceContext['toolbox']
  /** Where builds of images get packages from; by default from the public registries. */
  packageSources?: PackageSources | undefined
  /** How long a build may take; by default 30 minutes. */
  buildLimitMs?: number | undefined
  /** Name servers of containers, where the provider has set any. */
  nameServers?: readonly string[]
}
