import type { Clock } from '@gridloom/async/clock'
import type { Execute } from '../host/execute.ts'
import { type EngineSearch, findEngine } from './docker/find-engine.ts'
import { createDockerRuntime } from './docker/index.ts'
import { createFakeRuntime } from './fake/index.ts'
import type { ContainerRuntime } from './port.ts'

export interface RuntimeOptions extends EngineSearch {
  clock: Clock
  execute: Execute
  /** Marks the containers, networks and disks of this agent; see `ownerOf`. */
  owner: string
  /** The agent's own folder. */
  dataDir: string
}

/** Creates the driver for this machine; `docker` serves Podman's socket too. */
export async function createRuntime(
  kind: 'docker' | 'fake',
  options: RuntimeOptions,
): Promise<ContainerRuntime> {
  if (kind === 'fake') return createFakeRuntime({ clock: options.clock })
  return createDockerRuntime(await findEngine(options), options)
}
