import type { BlenderSettings, RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

interface FramesSpec {
  id: RenderChunkId
  leaseToken: string
  jobId: RenderJobId
  settings: RenderSettings
  /** The hash of the scene's content. */
  scene: string
  capability: RenderCapability | null
  limits: RenderChunkSpec['limits']
}

/** Returns the spec for frames given to a machine; the claim fills in the parts. */
export function framesSpec(given: FramesSpec): RenderChunkSpec {
  const { id, leaseToken, jobId, settings, scene, capability, limits } = given
  return {
    chunk_id: id,
    lease_token: leaseToken,
    work: {
      kind: 'render',
      job_id: jobId,
      scene,
      blend_path: settings.blend_path,
      settings: blenderSettings(settings, capability),
      pieces: [],
    },
    limits,
  }
}

/**
 * Returns the settings that Blender gets. Parts of a frame are rendered raw: steps that need the whole picture
 * (denoising, the compositor) follow when the parts are merged.
 */
export function blenderSettings(
  settings: RenderSettings,
  capability: RenderCapability | null,
): BlenderSettings {
  const { scene, camera, width, height, percentage, engine, samples, format } = settings
  const isWhole = settings.split.kind === 'whole'
  return {
    scene,
    camera,
    width,
    height,
    percentage,
    engine,
    samples,
    denoise: settings.denoise && isWhole,
    format,
    compositing: settings.compositing && isWhole,
    device: deviceOf(settings, capability),
  }
}

/** Parses a part's key into its frame and part. */
export function partNamed(key: string): { number: number; part: number } {
  const [number = '', part = '0'] = key.split('.')
  return { number: Number(number), part: Number(part) }
}

/** Returns the device: if any will do, a GPU is used where there is one. */
function deviceOf(
  { needs, engine }: RenderSettings,
  capability: RenderCapability | null,
): 'cpu' | 'gpu' {
  if (needs.device !== 'any' || engine !== 'cycles') return needs.device === 'gpu' ? 'gpu' : 'cpu'
  return capability?.devices.some(({ kind }) => kind !== 'cpu') === true ? 'gpu' : 'cpu'
}
