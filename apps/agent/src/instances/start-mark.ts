import type { ContainerRuntime } from '../runtime/port.ts'
import { earlierStartedMark, startedMark } from './names.ts'
import type { InstanceRecord } from './record.ts'

/** Returns whether the start script of an instance has succeeded in this run of its container. */
export async function hasStarted(
  runtime: Pick<ContainerRuntime, 'hasPath'>,
  { container, toolbox }: Pick<InstanceRecord, 'container' | 'toolbox'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (await runtime.hasPath(container, startedMark, signal)) return true
  // The toolbox is at the place of the earlier mark.
  return toolbox === undefined && runtime.hasPath(container, earlierStartedMark, signal)
}
