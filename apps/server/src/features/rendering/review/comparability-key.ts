import type { BlenderSettings } from '@gridloom/contract/agent/rendering'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { ChunkRow } from '../schema.ts'
import type { ComparabilityKey } from './frame-parts-store.ts'

/** The order in which the agent prefers them. */
const gpuKinds = ['optix', 'cuda', 'hip', 'oneapi', 'metal'] as const

/**
 * Returns the key of a chunk. The same Blender on the same kind of device renders the same pixels; `null` if either is
 * unknown.
 */
export function comparabilityKeyOf(
  { spec: { work } }: Pick<ChunkRow, 'spec'>,
  capability: RenderCapability | null,
): ComparabilityKey | null {
  return capability === null || work.kind === 'canary'
    ? null
    : comparabilityKeyFor(work.settings, capability)
}

/** Like {@link comparabilityKeyOf}, for pictures that a machine would render with these settings. */
export function comparabilityKeyFor(
  { engine, denoise, device: wanted }: Pick<BlenderSettings, 'engine' | 'denoise' | 'device'>,
  capability: RenderCapability,
): ComparabilityKey | null {
  const device = wanted === 'cpu' ? 'cpu' : gpuOf(capability)
  if (device === undefined) return null
  return { version: capability.blender_version, engine, denoise, device }
}

function gpuOf({ devices }: RenderCapability): ComparabilityKey['device'] | undefined {
  return gpuKinds.find((kind) => devices.some((device) => device.kind === kind))
}

/** Whether a machine renders the same pixels as one with this comparability key. */
export function isComparable(
  comparabilityKey: ComparabilityKey,
  capability: RenderCapability | null,
): boolean {
  if (capability === null) return false
  const { version, engine, denoise, device } = comparabilityKey
  const used = device === 'cpu' ? 'cpu' : gpuOf(capability)
  return (
    capability.blender_version === version &&
    capability.engines.some((one) => one === engine) &&
    (!denoise || capability.denoisers.length > 0) &&
    used === device &&
    capability.devices.some(({ kind }) => kind === device)
  )
}
