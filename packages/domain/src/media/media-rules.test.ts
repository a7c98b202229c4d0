import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanWebp } from './clean-webp.ts'
import { planEncoding } from './encoding-plan.ts'
import { readPostLink } from './post-link.ts'
import { sniffVideo } from './sniff-video.ts'
import { BrokenCaptions, readWebVtt, writeWebVtt } from './web-vtt.ts'

const video = {
  ...{ durationS: 60, width: 1_920, height: 1_080, framesPerSecond: 25 },
  ...{ videoCodec: 'h264', audioCodec: 'aac' },
}

describe('the plan of an encoding', () => {
  it.each([
    [{ width: 3_840, height: 2_160 }, ['1280x720', '640x360']],
    [{ width: 1_080, height: 1_920 }, ['720x1280', '360x640']],
    [{ width: 640, height: 480 }, ['640x480', '480x360']],
    [{ width: 321, height: 241 }, ['320x240']],
  ])('has two versions at most, none larger than the source: %o', (size, expected) => {
    const plan = planEncoding({ ...video, ...size })
    const sizes =
      plan.kind === 'renditions' && plan.renditions.map((one) => `${one.width}x${one.height}`)
    expect(sizes).toEqual(expected)
  })

  it.each([
    [{ durationS: 36_000, width: 1, height: 1 }, 'too_long'],
    [{ durationS: Number.NaN }, 'unreadable'],
    [{ width: 8_192, height: 32 }, 'too_many_pixels'],
    [{ width: 2_500, height: 2_500 }, 'too_many_pixels'],
    [{ framesPerSecond: 240 }, 'too_many_frames'],
    [{ videoCodec: 'ffv1' }, 'codec_unsupported'],
    [{ audioCodec: 'nellymoser' }, 'codec_unsupported'],
    [{ width: 2, height: 2 }, 'unreadable'],
  ])('refuses %o', (over, failure) => {
    expect(planEncoding({ ...video, ...over })).toEqual({ kind: 'failed', failure })
  })
})

describe('the address of a post', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abc&si=1', 'youtube', 'https://youtube.com/watch?v=abc'],
    ['https://twitter.com/a/status/1?s=20&t=x', 'x', 'https://twitter.com/a/status/1'],
    ['https://old.reddit.com/r/a/comments/1/', 'reddit', 'https://old.reddit.com/r/a/comments/1'],
    ['https://fosstodon.org/@ada/123456', 'mastodon', 'https://fosstodon.org/@ada/123456'],
    ['https://notx.com/a#b', 'website', 'https://notx.com/a'],
    ['https://x.com.evil.example/a', 'website', 'https://x.com.evil.example/a'],
  ])('%s belongs to %s', (given, platform, link) => {
    expect(readPostLink(given)).toEqual({ link, platform })
  })
})

describe('captions', () => {
  it('come out with text alone, whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 5 }), (lines) => {
        const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${lines.join('\n')}\n`
        const [cue] = readCues(file)
        const written = cue === undefined ? '' : writeWebVtt([cue])
        expect(written).not.toMatch(/<|\u202e/)
        expect(written.match(/-->/g)?.length ?? 0).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('are the same when they are written and read again', () => {
    const cues = [{ startMs: 3_600_001, endMs: 3_601_000, lines: ['a < b & c', '>>'] }]
    expect(readWebVtt(writeWebVtt(cues))).toEqual(cues)
  })
})

it('knows a video by its bytes alone', () => {
  const mp4 = bytesOf('\0\0\0\x20ftypisom\0\0\0\0')
  expect(sniffVideo(mp4)).toBe('mov')
  expect(sniffVideo(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toBe('matroska')
  for (const other of ['#EXTM3U\nfile:///etc/passwd', 'PK\x03\x04mp4', 'ffconcat version 1.0', ''])
    expect(sniffVideo(Buffer.from(other))).toBeUndefined()
})

it('drops the Exif chunk of a WebP and its flag, whatever the lengths say', () => {
  const chunk = (type: string, bytes: number[]) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, Buffer.from(bytes)])
  }
  const body = [chunk('VP8X', [0x2c, 0, 0, 0, 9, 0, 0, 9, 0, 0]), chunk('EXIF', [71, 80, 83, 0])]
  const head = bytesOf('RIFF\0\0\0\0WEBP')
  const cleaned = Buffer.from(cleanWebp(Buffer.concat([head, ...body])))
  expect(cleaned.toString('latin1')).not.toContain('EXIF')
  expect(cleaned[20]).toBe(0)
  expect(cleaned.readUInt32LE(4)).toBe(cleaned.length - 8)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      cleanWebp(new Uint8Array([...head, ...bytes]))
    }),
  )
})

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function readCues(file: string) {
  try {
    return readWebVtt(file)
  } catch (error) {
    if (error instanceof BrokenCaptions) return []
    throw error
  }
}
