import { benchmarksOn } from './benchmarks/workload.ts'
import { instancesOn } from './instances/workload.ts'
import type { Machine } from './machine.ts'
import { modelsOn } from './models/workload.ts'
import { renderingOn } from './rendering/workload.ts'
import type { Workload } from './workload.ts'

/** Every workload of the agent, in the order in which they start and their changes are sent. */
export function allWorkloads(machine: Machine): Workload[] {
  return [instancesOn(machine), renderingOn(machine), modelsOn(machine), benchmarksOn(machine)]
}
