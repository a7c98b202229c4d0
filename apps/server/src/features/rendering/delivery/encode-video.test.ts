import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { encodeVideo, type ShownFrame } from './encode-video.ts'

describe('an encoded video', () => {
  it.each([
    ['mp4', 'h264'],
    ['webm', 'vp9'],
  ] as const)('in %s has all frames at their rate, with even sides', async (kind, codec) => {
    await using site = await setup()
    const outFile = path.join(site.folder, `film.${kind}`)
    const asked = { fps: 12.5, kind, outFile, ranges: '1-3,5' }
    await encodeVideo(site.ctx, asked, frames(4))
    expect(await probe(outFile)).toMatchObject({
      codec_name: codec,
      pix_fmt: 'yuv420p',
      width: 98,
      height: 56,
      avg_frame_rate: '25/2',
      nb_read_frames: '4',
    })
    expect((await readFile(outFile)).toString('latin1')).toContain('Frames 1-3,5')
  })

  it('in mp4 begins with its index, so that it plays before it is fully loaded', async () => {
    await using site = await setup()
    const outFile = path.join(site.folder, 'film.mp4')
    await encodeVideo(site.ctx, { fps: 24, kind: 'mp4', outFile, ranges: '1-2' }, frames(2))
    const bytes = (await readFile(outFile)).toString('latin1')
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('ends when its signal aborts, midway and before it begins', async () => {
    await using site = await setup()
    const outFile = path.join(site.folder, 'film.mp4')
    const gone = new AbortController()
    const endless = async function* () {
      for (let nth = 0; ; nth++) {
        if (nth === 20) gone.abort(new Error('gone'))
        yield aFrame(nth)
      }
    }
    const asked = { fps: 24, kind: 'mp4', outFile, ranges: '1' } as const
    const made = encodeVideo({ ...site.ctx, signal: gone.signal }, asked, endless())
    await expect(made).rejects.toThrow()
    await expect(
      encodeVideo({ ...site.ctx, signal: gone.signal }, asked, frames(1)),
    ).rejects.toThrow('gone')
  })

  it('is refused for frames of two sizes, and for no frames', async () => {
    await using site = await setup()
    const outFile = path.join(site.folder, 'film.mp4')
    const asked = { fps: 24, kind: 'mp4', outFile, ranges: '1' } as const
    const mixed = async function* () {
      yield aFrame(0)
      yield { ...aFrame(1), width: 10 }
    }
    await expect(encodeVideo(site.ctx, asked, mixed())).rejects.toThrow('different sizes')
    await expect(encodeVideo(site.ctx, asked, frames(0))).rejects.toThrow('There are no frames')
  })

  it('rejects with the end of ffmpeg when it cannot be written', async () => {
    await using site = await setup()
    const asked = { fps: 24, kind: 'mp4', outFile: '/nowhere/film.mp4', ranges: '1' } as const
    await expect(encodeVideo(site.ctx, asked, frames(3))).rejects.toThrow(/ffmpeg ended/)
    await expect(stat('/nowhere')).rejects.toThrow()
  })
})

async function* frames(count: number): AsyncIterable<ShownFrame> {
  for (let nth = 0; nth < count; nth++) yield aFrame(nth)
}

function aFrame(nth: number): ShownFrame {
  const rgb = new Uint8Array(97 * 55 * 3).fill((nth * 40) % 256)
  return { width: 97, height: 55, rgb }
}

async function probe(file: string): Promise<unknown> {
  const words = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', file]
  const { stdout } = await promisify(execFile)('ffprobe', words)
  const read: { streams: unknown[] } = JSON.parse(stdout)
  return read.streams[0]
}

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-film-'))
  return {
    folder,
    ctx: { clock: systemClock, signal: new AbortController().signal },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
