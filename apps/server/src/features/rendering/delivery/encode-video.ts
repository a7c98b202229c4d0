import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Ctx } from '../../../platform/ctx.ts'
import { type VideoAsked, videoArguments } from './video-arguments.ts'

/** A frame as rows of red, green and blue bytes. */
export interface ShownFrame {
  width: number
  height: number
  rgb: Uint8Array
}

/** A film that takes longer, or grows larger, is given up. */
const timeLimitMs = 60 * 60_000
const filmBytesMax = 16 * 1024 ** 3
/** How large it is, is looked at after so many frames. */
const lookEvery = 100
const errorCharsMax = 2_000
/** Nothing of the server's environment but where programs are. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/**
 * Makes a film of frames of one size with ffmpeg, in a process of its own that ends with `ctx.signal`, and writes it to
 * `outFile`. @throws what went wrong, for us to read
 */
export async function encodeVideo(
  ctx: Pick<Ctx, 'clock' | 'signal'>,
  asked: Omit<VideoAsked, 'width' | 'height'>,
  frames: AsyncIterable<ShownFrame>,
): Promise<void> {
  const iterator = frames[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done === true) throw new Error('a film needs frames')
  const { width, height } = first.value
  await using ffmpeg = startFfmpeg(ctx, { ...asked, width, height })
  await ffmpeg.write(first.value.rgb)
  let frame = 1
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    if (next.value.width !== width || next.value.height !== height)
      throw new Error('the frames of a film are of one size')
    await ffmpeg.write(next.value.rgb)
    frame += 1
    if (frame % lookEvery === 0) await refuseTooLarge(asked.outFile)
  }
  await ffmpeg.finish()
}

/** ffmpeg may not have begun its file yet. */
async function refuseTooLarge(file: string): Promise<void> {
  const size = existsSync(file) ? (await stat(file)).size : 0
  if (size > filmBytesMax) throw new Error(`the film has more than ${filmBytesMax} bytes`)
}

interface Ffmpeg {
  /** Resolves when there is room for more. */
  write(pixels: Uint8Array): Promise<void>
  /** Resolves when the film is written. */
  finish(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function startFfmpeg({ clock, signal }: Pick<Ctx, 'clock' | 'signal'>, asked: VideoAsked): Ffmpeg {
  signal.throwIfAborted()
  const child = spawn('ffmpeg', videoArguments(asked), { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const over = new AbortController()
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  // @NOTE the sleep is broken off when the film is there first.
  clock.sleep(timeLimitMs, over.signal).then(kill, () => {})
  const said = saidBy(child)
  const ended = endOf(child).then((how) => {
    signal.throwIfAborted()
    if (how !== 'well') throw new Error(`ffmpeg ended ${how}: ${said()}`)
  })
  // @NOTE whoever writes or finishes hears of it.
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
  throw new Error('ffmpeg ended before it had all frames')
}

async function written(stream: Writable, pixels: Uint8Array): Promise<void> {
  if (!stream.write(pixels)) await once(stream, 'drain')
}

/** The end of what it said on standard error. */
function saidBy({ stderr, stdin }: ChildProcess): () => string {
  let said = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-errorCharsMax)
  })
  // @NOTE a pipe that breaks because ffmpeg ended: its end says why.
  stdin?.on('error', () => {})
  return () => said
}

function endOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', ({ message }) => resolve(`before it began (${message})`))
  child.once('close', (code, by) => resolve(code === 0 ? 'well' : `with ${code ?? by}`))
  return promise
}
