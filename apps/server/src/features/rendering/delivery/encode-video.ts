import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Ctx } from '../../../platform/ctx.ts'
import { type VideoOptions, videoArguments } from './video-arguments.ts'

/** A frame as rows of red, green and blue bytes. */
export interface ShownFrame {
  width: number
  height: number
  rgb: Uint8Array
}

/** Thrown when a video could not be encoded; the message is for operators. */
export class VideoEncodingFailed extends Error {
  override readonly name = 'VideoEncodingFailed'
}

/** An encoding that takes longer, or whose file grows larger, is cancelled. */
const timeLimitMs = 60 * 60_000
const videoBytesMax = 16 * 1024 ** 3
/** The number of frames between checks of the file's size. */
const sizeCheckEvery = 100
const errorCharsMax = 2_000
/** The only environment variable that is passed to ffmpeg. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/**
 * Encodes frames of one size as a video with ffmpeg, in a process that ends with `ctx.signal`, and writes it to
 * `outFile`. @throws VideoEncodingFailed
 */
export async function encodeVideo(
  ctx: Pick<Ctx, 'clock' | 'signal'>,
  options: Omit<VideoOptions, 'width' | 'height'>,
  frames: AsyncIterable<ShownFrame>,
): Promise<void> {
  const iterator = frames[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw new VideoEncodingFailed('There are no frames')
  const { width, height } = first.value
  await using ffmpeg = startFfmpeg(ctx, { ...options, width, height })
  await ffmpeg.write(first.value.rgb)
  let frame = 1
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    if (next.value.width !== width || next.value.height !== height)
      throw new VideoEncodingFailed('The frames have different sizes')
    await ffmpeg.write(next.value.rgb)
    frame += 1
    if (frame % sizeCheckEvery === 0) await refuseTooLarge(options.outFile)
  }
  await ffmpeg.finish()
}

/** Rejects a file that is too large; ffmpeg may not have created it yet. */
async function refuseTooLarge(file: string): Promise<void> {
  const size = existsSync(file) ? (await stat(file)).size : 0
  if (size > videoBytesMax)
    throw new VideoEncodingFailed(`The video is larger than ${videoBytesMax} bytes`)
}

interface Ffmpeg {
  /** Resolves when there is room for the next frame. */
  write(pixels: Uint8Array): Promise<void>
  /** Resolves when the video is written. */
  finish(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function startFfmpeg(
  { clock, signal }: Pick<Ctx, 'clock' | 'signal'>,
  options: VideoOptions,
): Ffmpeg {
  signal.throwIfAborted()
  const child = spawn('ffmpeg', videoArguments(options), { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const over = new AbortController()
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  // @NOTE the sleep is aborted when the encoding ends first.
  clock.sleep(timeLimitMs, over.signal).then(kill, () => {})
  const said = saidBy(child)
  const ended = endOf(child).then((how) => {
    signal.throwIfAborted()
    if (how !== 'well') throw new VideoEncodingFailed(`ffmpeg ended ${how}: ${said()}`)
  })
  // @NOTE write and finish reject with the same error.
  ended.catch(() => {})
  return {
    write: (pixels) => Promise.race([written(child.stdin, pixels), ended.then(tooSoon)]),
    async finish() {
      child.stdin.end()
      await ended
    },
    async [Symbol.asyncDispose]() {
      over.abort()
      signal.removeEventListener('abort', kill)
      kill()
      await ended.catch(() => {})
    },
  }
}

function tooSoon(): never {
  throw new VideoEncodingFailed('ffmpeg ended before it had all frames')
}

async function written(stream: Writable, pixels: Uint8Array): Promise<void> {
  if (!stream.write(pixels)) await once(stream, 'drain')
}

/** Collects the end of the process's standard error. */
function saidBy({ stderr, stdin }: ChildProcess): () => string {
  let said = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-errorCharsMax)
  })
  // @NOTE a pipe that breaks because ffmpeg ended: its exit explains why.
  stdin?.on('error', () => {})
  return () => said
}

function endOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', ({ message }) => resolve(`before it began (${message})`))
  child.once('close', (code, by) => resolve(code === 0 ? 'well' : `with ${code ?? by}`))
  return promise
}
