import { RuntimeFailure } from '../runtime/failure.ts'
import type { ContainerSettings } from '../runtime/port.ts'
import { admitUlimits } from './admit-ulimits.ts'
import type { InstanceContext } from './context.ts'
import { admitGpus } from './gpu-gate.ts'
import type { InstanceRecord } from './record.ts'

/** Admits what this machine may give. */
export async function admitSpec(
  context: InstanceContext,
  { spec }: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  admitUlimits(spec.options.ulimits)
  if (spec.gpu_uuids.length > 0) admitGpus(await context.toolkit(signal))
}

/** Requires isolation where the instance was rented with it: it must not start while the machine has none. */
export async function requireIsolation(
  context: InstanceContext,
  { spec }: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  if (spec.isolation === 'required') await context.requireIsolation(signal)
}

/** A node of a cluster needs the toolbox of its container; a new machine downloads it first. */
export function requireToolbox(
  { runtime }: InstanceContext,
  { spec }: InstanceRecord,
  { toolbox }: ContainerSettings,
): void {
  if (spec.cluster === null || toolbox !== undefined || runtime.kind === 'fake') return
  const text = 'The machine has yet to download the toolbox that nodes of clusters need.'
  throw new RuntimeFailure('start_failed', text, { retry: 'later' })
}
