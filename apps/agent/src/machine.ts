import type { Clock } from '@gridloom/async/clock'
import type { Settings } from './config.ts'
import type { Execute } from './host/execute.ts'
import type { ImageSource } from './images/index.ts'
import type { ContainerRuntime } from './runtime/port.ts'

/** The computer that the agent runs on, with the dependencies of its workloads. */
export interface Machine {
  settings: Settings
  runtime: ContainerRuntime
  images: ImageSource
  execute: Execute
  clock: Clock
  isRoot: boolean
  /** The current boot of the machine; `undefined` where the system has none. */
  systemBoot: string | undefined
  platform: NodeJS.Platform
}
