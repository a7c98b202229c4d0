import type { BlenderSettings } from '@gridloom/contract/agent/rendering'
import type { RenderCapability } from '@gridloom/contract/rendering'
import type { ChunkRow } from '../schema.ts'
import type { Likeness } from './pieces-store.ts'

/** In the order in which the agent takes them. */
const gpuKinds = ['optix', 'cuda', 'hip', 'oneapi', 'metal'] as const

/** The same pixels come of the same Blender on the same kind of device; `null` where it is not known what made them. */
export function likenessOf(
  { spec: { work } }: Pick<ChunkRow, 'spec'>,
  capability: RenderCapability | null,
): Likeness | null {
  return capability === null || work.kind === 'canary'
    ? null
    : likenessFor(work.settings, capability)
}

/** As {@link likenessOf}, of what a machine would make with these settings. */
export function likenessFor(
  { engine, denoise, device: wanted }: Pick<BlenderSettings, 'engine' | 'denoise' | 'device'>,
  capability: RenderCapability,
): Likeness | null {
  const device = wanted === 'cpu' ? 'cpu' : gpuOf(capability)
  if (device === undefined) return null
  return { version: capability.blender_version, engine, denoise, device }
}

function gpuOf({ devices }: RenderCapability): Likeness['device'] | undefined {
  return gpuKinds.find((kind) => devices.some((device) => device.kind === kind))
}

/** Whether a machine makes the same pixels as one of this likeness. */
export function isAlike(likeness: Likeness, capability: RenderCapability | null): boolean {
  if (capability === null) return false
  const { version, engine, denoise, device } = likeness
  const used = device === 'cpu' ? 'cpu' : gpuOf(capability)
  return (
    capability.blender_version === version &&
    capability.engines.some((one) => one === engine) &&
    (!denoise || capability.denoisers.length > 0) &&
    used === device &&
    capability.devices.some(({ kind }) => kind === device)
  )
}
