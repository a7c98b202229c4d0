import path from 'node:path'
import { type Clock, systemClock } from '@gridloom/async/clock'
import {
  type ProbedVideo,
  planEncoding,
  type Rendition,
} from '@gridloom/domain/media/encoding-plan'
import type { VideoContainer } from '@gridloom/domain/media/sniff-video'
import type { Sandbox, SandboxFound } from '../../../platform/sandbox.ts'
import { EncodingFailed } from './encoding-failed.ts'
import { posterArguments, probeArguments, renditionArguments } from './ffmpeg-arguments.ts'
import { bytesIn, isOwnFile, openOutput } from './output-folder.ts'
import { readProbe } from './read-probe.ts'
import { runProgram } from './run-program.ts'

/** A video on this machine. */
export interface VideoFile {
  readonly file: string
  readonly container: VideoContainer
}

/** Runs ffmpeg and ffprobe in a sandbox, with limits of time, memory, threads and output. */
export interface Encoder {
  /** Reads what a video contains, and plans its versions. @throws EncodingFailed */
  plan(
    video: VideoFile,
    signal: AbortSignal,
  ): Promise<{ video: ProbedVideo; renditions: readonly Rendition[] }>
  /**
   * Writes one version as `<name>.m3u8` and `<name>.mp4` to a folder, which others write to as well: its parent is closed.
   * @throws EncodingFailed
   */
  encode(
    video: VideoFile,
    wanted: {
      probed: ProbedVideo
      rendition: Rendition
      folder: string
      onProgress: (doneS: number) => void
    },
    signal: AbortSignal,
  ): Promise<void>
  /** Returns a JPEG of a picture, or of a moment of a video; `undefined` where it cannot be decoded. */
  poster(
    file: string,
    signal: AbortSignal,
    atS?: number,
    container?: VideoContainer,
  ): Promise<Uint8Array | undefined>
}

const probeLimit = { timeMs: 30_000, memoryMiB: 1_024, outputBytes: 1024 ** 2 }
const posterLimit = { timeMs: 60_000, memoryMiB: 2_048, outputBytes: 4 * 1024 ** 2 }
const encodeLimit = { timeMs: 3 * 60 * 60_000, memoryMiB: 3_072, outputBytes: 1024 ** 2 }
/** Twice the highest rate of a version. */
const bytesMaxOf = ({ bitsPerSecondMax }: Rendition, durationS: number) =>
  Math.ceil(((bitsPerSecondMax + 200_000) * 2 * (durationS + 10)) / 8)

export type EncoderFound =
  | { readonly kind: 'found'; readonly encoder: Encoder }
  /** `why`: a part of a sentence for the operator. */
  | { readonly kind: 'missing'; readonly why: string }

/** Returns the encoder, or why there is none: files of strangers are never read outside of a sandbox. */
export async function findEncoder(clock: Clock, found: SandboxFound): Promise<EncoderFound> {
  if (found.kind === 'missing') return found
  const { sandbox } = found
  absent ??= absentOf(sandbox)
  const program = await absent
  if (program !== undefined) return { kind: 'missing', why: `${program} is not installed` }
  return { kind: 'found', encoder: createEncoder(clock, sandbox) }
}

/** Looked for once per process, as it starts both programs. */
let absent: Promise<string | undefined> | undefined

async function absentOf(sandbox: Sandbox): Promise<string | undefined> {
  const context = { clock: systemClock, sandbox, signal: new AbortController().signal }
  for (const program of ['ffmpeg', 'ffprobe'] as const) {
    const tried = await runProgram(context, { program, args: ['-version'], limit: probeLimit })
    if (tried.kind !== 'ended' || tried.exitCode !== 0) return program
  }
  return undefined
}

function createEncoder(clock: Clock, sandbox: Sandbox): Encoder {
  return {
    async plan({ file, container }, signal) {
      const args = probeArguments(container)
      const ended = await runProgram(
        { clock, sandbox, signal },
        { program: 'ffprobe', args, input: file, limit: probeLimit },
      )
      if (ended.kind === 'too_slow') throw new EncodingFailed('took_too_long', 'ffprobe')
      if (ended.errors.includes('whitelist'))
        throw new EncodingFailed('codec_unsupported', ended.errors)
      if (ended.kind !== 'ended' || ended.exitCode !== 0)
        throw new EncodingFailed('unreadable', ended.errors)
      const video = readProbe(ended.output.toString())
      const plan = planEncoding(video)
      if (plan.kind === 'failed') throw new EncodingFailed(plan.failure, JSON.stringify(video))
      return { video, renditions: plan.renditions }
    },
    async encode({ file, container }, { probed, rendition, folder, onProgress }, signal) {
      await openOutput(folder)
      const filesBytes = (await bytesIn(folder)) + bytesMaxOf(rendition, probed.durationS)
      const ended = await runProgram(
        { clock, sandbox, signal },
        {
          program: 'ffmpeg',
          args: renditionArguments({ container, probed, rendition }),
          ...{ input: file, output: folder },
          limit: { ...encodeLimit, filesBytes },
          onLine: (line) => {
            const [, microseconds] = /^out_time_us=(\d{1,15})$/.exec(line) ?? []
            if (microseconds !== undefined) onProgress(Number(microseconds) / 1_000_000)
          },
        },
      )
      if (ended.kind === 'too_slow') throw new EncodingFailed('took_too_long', 'ffmpeg')
      if (ended.kind !== 'ended' || ended.exitCode !== 0)
        throw new EncodingFailed('unreadable', ended.errors)
      for (const name of [`${rendition.name}.m3u8`, `${rendition.name}.mp4`])
        if (!(await isOwnFile(path.join(folder, name))))
          throw new EncodingFailed('unreadable', `ffmpeg wrote no ${name}`)
    },
    async poster(file, signal, atS, container) {
      const args = posterArguments(atS, container)
      const ended = await runProgram(
        { clock, sandbox, signal },
        { program: 'ffmpeg', args, input: file, limit: posterLimit },
      )
      const isGood = ended.kind === 'ended' && ended.exitCode === 0 && ended.output.length > 0
      return isGood ? ended.output : undefined
    },
  }
}
