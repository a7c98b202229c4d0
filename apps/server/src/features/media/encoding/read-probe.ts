import type { ProbedVideo } from '@gridloom/domain/media/encoding-plan'
import { z } from 'zod'
import { EncodingFailed } from './encoding-failed.ts'

const Rate = z.string().regex(/^\d{1,12}\/\d{1,12}$/)
const Stream = z.looseObject({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  avg_frame_rate: Rate.optional(),
  r_frame_rate: Rate.optional(),
  disposition: z.looseObject({ attached_pic: z.int().optional() }).optional(),
  side_data_list: z.array(z.looseObject({ rotation: z.number().optional() })).optional(),
})
const Probe = z.object({
  streams: z.array(Stream).max(1_000),
  format: z.looseObject({ duration: z.string().max(30).optional() }),
})

/** Reads ffprobe's JSON. @throws EncodingFailed `no_video`, `unreadable` */
export function readProbe(json: string): ProbedVideo {
  const parsed = Probe.safeParse(jsonOf(json))
  if (!parsed.success) throw new EncodingFailed('unreadable', parsed.error.message)
  const { streams, format } = parsed.data
  const [video] = streams.filter(({ codec_type: type }) => type === 'video')
  if (video === undefined || video.disposition?.attached_pic === 1)
    throw new EncodingFailed('no_video', 'there is no stream of video')
  const audio = streams.find(({ codec_type: type }) => type === 'audio')
  const isTurned = (video.side_data_list ?? []).some(
    ({ rotation = 0 }) => Math.abs(rotation) % 180 === 90,
  )
  const { width = 0, height = 0 } = video
  return {
    durationS: Number(format.duration ?? 0),
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    framesPerSecond: rateOf(video.avg_frame_rate) || rateOf(video.r_frame_rate),
    videoCodec: video.codec_name ?? '',
    audioCodec: audio === undefined ? null : (audio.codec_name ?? ''),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EncodingFailed('unreadable', String(error))
  }
}

function rateOf(rate = '0/1'): number {
  const [count = 0, seconds = 0] = rate.split('/').map(Number)
  return seconds === 0 ? 0 : count / seconds
}
