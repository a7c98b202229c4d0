import type { Clock } from '@gridloom/async/clock'
import type { ReadGpuUse } from '../hardware/gpus/gpu-use.ts'
import type { Execute } from '../host/execute.ts'
import type { Log } from '../host/log.ts'
import type { Random } from '../host/random.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { EnsureImage } from './context.ts'
import type { EnsureEgress } from './egress/apply.ts'
import type { ReadToolkit } from './gpu-gate.ts'

export interface InstanceManagerOptions {
  runtime: ContainerRuntime
  /** Instances' state goes to `instances/` in here, image archives are looked for in `images/`. */
  dataDir: string
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  random?: Random
  execute?: Execute
  /** Where images come from; by default archives, the base images made here, and registries. */
  ensureImage?: EnsureImage
  /** Makes room where the disk gets short; by default nothing does. */
  freeImages?: (signal: AbortSignal) => Promise<void>
  /** What the machine's cards are doing; by default from their vendors' tools. */
  gpuUse?: ReadGpuUse
  /** What hands cards into containers; by default asked on the machine. */
  toolkit?: ReadToolkit
  /** Keeps containers out of private networks; by default with iptables. */
  isolate?: EnsureEgress
  /** Name servers that containers are to use, where the provider named any. */
  nameServers?: readonly string[]
}
