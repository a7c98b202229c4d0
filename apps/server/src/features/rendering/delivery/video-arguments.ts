/** The parameters of a video to encode. */
export interface VideoOptions {
  width: number
  height: number
  fps: number
  kind: 'mp4' | 'webm'
  outFile: string
  /** The frames that it shows, as ranges. */
  ranges: string
}

const codecs = {
  // Every player supports this; the index at the front lets playback start before the download ends.
  mp4: [
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-crf',
    '20',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
  ],
  webm: [
    ...['-c:v', 'libvpx-vp9', '-crf', '30', '-b:v', '0', '-deadline', 'good', '-cpu-used', '4'],
    ...['-row-mt', '1', '-f', 'webm'],
  ],
} as const

/** Both sides are made even, as four pixels share one colour sample; colours are in the range of screens (BT.709). */
const filter =
  'pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'

/**
 * Returns ffmpeg's arguments. Raw pixels arrive on its standard input, so that it parses no untrusted file, and it may
 * open nothing but that and its one output file.
 */
export function videoArguments({
  width,
  height,
  fps,
  kind,
  outFile,
  ranges,
}: VideoOptions): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'rgb24'],
    ...['-video_size', `${width}x${height}`, '-framerate', `${fps}`, '-i', 'pipe:0'],
    ...['-vf', filter, '-an', '-threads', '2', '-map_metadata', '-1'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-metadata', `comment=Frames ${ranges}`, '-fflags', '+bitexact', '-flags:v', '+bitexact'],
    ...codecs[kind],
    outFile,
  ]
}
