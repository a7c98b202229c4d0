/** A film that is to be made of pixels. */
export interface VideoOptions {
  width: number
  height: number
  fps: number
  kind: 'mp4' | 'webm'
  outFile: string
  /** Which frames it shows, as people write them. */
  ranges: string
}

const codecs = {
  // Every player reads this; the index in front lets it start before the download ends.
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

/** Both sides even, as colours are kept for four pixels at once; numbers of colour as screens have them (BT.709). */
const filter =
  'pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'

/**
 * The words for ffmpeg: raw pixels come on its standard input, so that it reads nothing that a stranger made, and it
 * may open nothing but that and its one file.
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
