import type { MediaFailure } from '@gridloom/contract/media/media'

/** What ffprobe found in a video, after its rotation. */
export interface ProbedVideo {
  readonly durationS: number
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  readonly videoCodec: string
  readonly audioCodec: string | null
}

/** One version of a video. `shortSide`: the smaller of width and height, in pixels. */
export interface Rendition {
  readonly name: 'high' | 'low'
  readonly shortSide: number
  readonly width: number
  readonly height: number
  readonly bitsPerSecondMax: number
}

export const videoLimits = {
  durationSMax: 30 * 60,
  longSideMax: 3_840,
  shortSideMax: 2_160,
  framesPerSecondMax: 60,
} as const

const sideMin = 16
export const videoCodecs = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'prores'] as const
export const audioCodecs = [
  ...['aac', 'mp3', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_f32le'],
] as const
const isKnown = (names: readonly string[], name: string) => names.includes(name)

/** Returns the versions to encode, none larger than the source, or why none is. Pure. */
export function planEncoding(
  video: ProbedVideo,
):
  | { kind: 'renditions'; renditions: readonly Rendition[] }
  | { kind: 'failed'; failure: MediaFailure } {
  const failure = refusalOf(video)
  if (failure !== undefined) return { kind: 'failed', failure }
  const short = Math.min(video.width, video.height)
  const high = rendition(video, 'high', Math.min(720, short))
  if (short <= 360) return { kind: 'renditions', renditions: [high] }
  return { kind: 'renditions', renditions: [high, rendition(video, 'low', 360)] }
}

function refusalOf(video: ProbedVideo): MediaFailure | undefined {
  const [short, long] = [video.width, video.height].sort((a, b) => a - b)
  if (!isKnown(videoCodecs, video.videoCodec)) return 'codec_unsupported'
  if (video.audioCodec !== null && !isKnown(audioCodecs, video.audioCodec))
    return 'codec_unsupported'
  if (!(video.durationS > 0)) return 'unreadable'
  if (video.durationS > videoLimits.durationSMax) return 'too_long'
  if (short === undefined || long === undefined || short < sideMin) return 'unreadable'
  if (long > videoLimits.longSideMax || short > videoLimits.shortSideMax) return 'too_many_pixels'
  if (!(video.framesPerSecond > 0)) return 'unreadable'
  // 59.94 frames are written as 60 with a little more by some cameras.
  if (video.framesPerSecond > videoLimits.framesPerSecondMax + 0.5) return 'too_many_frames'
  return undefined
}

function rendition(
  { width, height }: ProbedVideo,
  name: Rendition['name'],
  shortSide: number,
): Rendition {
  const scale = shortSide / Math.min(width, height)
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2) * 2)
  return {
    ...{ name, shortSide, width: even(width), height: even(height) },
    bitsPerSecondMax: shortSide > 360 ? 2_500_000 : 800_000,
  }
}
