import type {
  BlenderSettings,
  RenderChunkSpec,
  RenderPiece,
} from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/ids'
import type { RenderCapability, RenderSettings } from '@gridloom/contract/rendering'
import type { PendingPiece } from './claim-store.ts'

interface FramesSpec {
  id: RenderChunkId
  leaseToken: string
  settings: RenderSettings
  /** Of the scene's content. */
  scene: string
  pieces: readonly PendingPiece[]
  capability: RenderCapability | null
  limits: RenderChunkSpec['limits']
}

/** What a machine is told of frames that it was given. */
export function framesSpec(given: FramesSpec): RenderChunkSpec {
  const { id, leaseToken, settings, scene, pieces, capability, limits } = given
  return {
    chunk_id: id,
    lease_token: leaseToken,
    work: {
      kind: 'render',
      scene,
      blend_path: settings.blend_path,
      settings: blenderSettings(settings, capability),
      pieces: pieces.map(pieceOf),
    },
    limits,
  }
}

/**
 * Settings as Blender is told them. Parts of a frame are rendered bare: what needs the whole picture (denoising, the
 * compositor) comes when they are put together.
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

/** How a piece is named in reports: the frame, and its part where it is one. */
export function pieceKey({ number, part }: Pick<PendingPiece, 'number' | 'part'>): string {
  return part === 0 ? `${number}` : `${number}.${part}`
}

/** The frame and part that a piece's key names. */
export function pieceNamed(key: string): { number: number; part: number } {
  const [number = '', part = '0'] = key.split('.')
  return { number: Number(number), part: Number(part) }
}

function pieceOf(piece: PendingPiece): RenderPiece {
  return {
    key: pieceKey(piece),
    frame: piece.number,
    region: piece.piece?.region ?? null,
    sample_range: piece.piece?.sample_range ?? null,
  }
}

/** Where any device will do, a GPU is used where there is one. */
function deviceOf(
  { needs, engine }: RenderSettings,
  capability: RenderCapability | null,
): 'cpu' | 'gpu' {
  if (needs.device !== 'any' || engine !== 'cycles') return needs.device === 'gpu' ? 'gpu' : 'cpu'
  return capability?.devices.some(({ kind }) => kind !== 'cpu') === true ? 'gpu' : 'cpu'
}
