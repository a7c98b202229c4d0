import path from 'node:path'
import {
  audioCodecs,
  type ProbedVideo,
  type Rendition,
  videoCodecs,
  videoLimits,
} from '@gridloom/domain/media/encoding-plan'
import type { VideoContainer } from '@gridloom/domain/media/sniff-video'
import { inputPath, outputPath } from './run-program.ts'

/** Nothing but local files, whatever a file refers to. */
const onlyFiles = ['-protocol_whitelist', 'file']
const onlyKnown = ['-codec_whitelist', [...videoCodecs, ...audioCodecs].join()]
const quiet = ['-hide_banner', '-loglevel', 'error']
const posterWidth = 640
const segmentS = 4

/** Returns ffprobe's arguments. The reader is named, as one that ffprobe chooses could be a playlist of other files. */
export function probeArguments(container: VideoContainer): string[] {
  return [
    ...quiet,
    ...onlyFiles,
    ...onlyKnown,
    ...['-f', container, '-print_format', 'json', '-show_format', '-show_streams'],
    ...['-i', inputPath],
  ]
}

interface RenditionOptions {
  container: VideoContainer
  probed: ProbedVideo
  rendition: Rendition
}

/**
 * Returns ffmpeg's arguments for one version: an MP4 file in fragments, with the playlist of their ranges. One thread
 * decodes, filters and encodes; a source whose header lies is cut at the longest duration.
 */
export function renditionArguments(options: RenditionOptions): string[] {
  const { container, probed, rendition } = options
  const { name, width, height, bitsPerSecondMax } = rendition
  const fps = Math.min(Math.max(probed.framesPerSecond, 1), videoLimits.framesPerSecondMax)
  return [
    ...['-nostdin', '-y', ...quiet, '-progress', 'pipe:1', '-nostats'],
    ...onlyFiles,
    ...onlyKnown,
    ...['-threads', '1', '-filter_threads', '1', '-f', container, '-i', inputPath],
    ...['-t', String(videoLimits.durationSMax), '-map', '0:v:0', '-map', '0:a:0?'],
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', `fps=${fps.toFixed(3)},scale=${width}:${height},setsar=1,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', '1'],
    ...['-maxrate', String(bitsPerSecondMax), '-bufsize', String(2 * bitsPerSecondMax)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentS})`],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
    ...['-f', 'hls', '-hls_time', String(segmentS), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file'],
    ...['-hls_segment_filename', path.posix.join(outputPath, `${name}.mp4`)],
    path.posix.join(outputPath, `${name}.m3u8`),
  ]
}

/** Returns ffmpeg's arguments for a JPEG on standard output. */
export function posterArguments(atS = 0, container?: VideoContainer): string[] {
  return [
    ...['-nostdin', ...quiet, '-protocol_whitelist', 'file,pipe', '-threads', '1'],
    ...(container === undefined ? [] : [...onlyKnown, '-f', container, '-ss', atS.toFixed(3)]),
    ...['-i', inputPath, '-frames:v', '1', '-map', '0:v:0', '-map_metadata', '-1'],
    ...['-vf', `scale='min(${posterWidth},iw)':-2`, '-q:v', '4', '-threads', '1'],
    ...['-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'],
  ]
}
