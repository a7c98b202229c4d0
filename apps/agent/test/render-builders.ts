import type {
  BlenderSettings,
  ChunkPart,
  ChunkReport,
  RenderChunkSpec,
} from '@gridloom/contract/agent/rendering'
import { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { createContentHasher } from '../src/rendering/content-hash.ts'

export const aJobId = RenderJobId.parse('rnj_01jd3v8q6f7g8h9jkmnpqrstvw')
export const anotherJobId = RenderJobId.parse('rnj_01jd3v8q6f7g8h9jkmnpqrstvx')
export const aChunkId = RenderChunkId.parse('rch_01jd3v8q6f7g8h9jkmnpqrstvw')
export const anotherChunkId = RenderChunkId.parse('rch_01jd3v8q6f7g8h9jkmnpqrstvx')

export const someSettings: BlenderSettings = {
  scene: 'Scene',
  camera: 'Camera',
  width: 64,
  height: 36,
  percentage: 100,
  engine: 'cycles',
  samples: 1,
  denoise: false,
  format: 'png',
  compositing: false,
  device: 'cpu',
}

export const someLimits: RenderChunkSpec['limits'] = {
  piece_s_max: 60,
  no_progress_s_max: 60,
  memory_mib_max: null,
  output_bytes_max: 10_000_000,
}

export function aChunkPart(frame: number): ChunkPart {
  return { key: String(frame), frame, region: null, sample_range: null }
}

/** A chunk that renders frames of a scene. */
export function aChunk(
  scene: Sha256,
  frames: readonly number[],
  changes: Partial<RenderChunkSpec> = {},
): RenderChunkSpec {
  return {
    chunk_id: aChunkId,
    lease_token: 'lease-1',
    work: {
      kind: 'render',
      job_id: aJobId,
      scene,
      blend_path: 'scene.blend',
      settings: someSettings,
      pieces: frames.map(aChunkPart),
    },
    limits: someLimits,
    ...changes,
  }
}

export function aChunkReport(changes: Partial<ChunkReport> = {}): ChunkReport {
  return {
    chunk_id: aChunkId,
    lease_token: 'lease-1',
    phase: 'waiting',
    pieces: [],
    problem: null,
    samples_per_minute: null,
    memory_peak_mib: null,
    ...changes,
  }
}

/** Hashes content as for an upload. */
export function contentHashOf(content: Uint8Array): Sha256 {
  const hasher = createContentHasher()
  hasher.add(content)
  return hasher.digest()
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
