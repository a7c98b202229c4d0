import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aJpeg, aPng, pngChunk } from '../../../../test/pictures.ts'
import { rendered, textIn } from '../../../../test/rendered.ts'
import { joined } from './clean-png.ts'
import { cleanPicture, decodePicture, factsOf } from './decode.ts'
import { readExr } from './exr-pixels.ts'
import { NotAPicture } from './pictures.ts'

const pictures = [
  'honest.png',
  'deep.png',
  'black.png',
  'honest.jpg',
  'half.exr',
  'float.exr',
  'range-0.exr',
]

describe('a picture from Blender', () => {
  it.each([
    ['honest.png', { channels: 4, bits: 8, isConstant: false }],
    ['deep.png', { channels: 4, bits: 16, isConstant: false }],
    ['black.png', { channels: 3, bits: 8, isConstant: true }],
    ['honest.jpg', { channels: 3, bits: 8, isConstant: false }],
    ['half.exr', { channels: 4, bits: 16, isConstant: false }],
    ['float.exr', { channels: 4, bits: 32, isConstant: false }],
    ['range-0.exr', { channels: 4, bits: 32, isConstant: false }],
  ])('is decoded with its properties: %s', async (name, facts) => {
    expect(await factsOfFile(name)).toMatchObject({ width: 96, height: 54, ...facts })
  })

  it.each(pictures)('loses paths, dates and times, and no pixel: %s', async (name) => {
    const { bytes, format } = rendered(name)
    expect(textIn(bytes)).toContain('/tmp/home/provider')
    const cleaned = cleanPicture(bytes, format)
    const text = textIn(cleaned)
    for (const word of ['provider', 'Date', 'RenderTime', 'total_time', 'tEXt', 'Blender:'])
      expect(text).not.toContain(word)
    const [before, after] = [
      await decodePicture(bytes, format),
      await decodePicture(cleaned, format),
    ]
    expect(after).toEqual(before)
    expect(cleanPicture(cleaned, format)).toEqual(cleaned)
  })

  it('keeps the sample count of a range, by which merging weighs it', () => {
    const { bytes, format } = rendered('range-0.exr')
    const asWritten = ['cycles.ViewLayer.samples', 'string', '\u0001\0\0\u00008'].join('\0')
    expect(textIn(cleanPicture(bytes, format))).toContain(asWritten)
  })

  it('has the same light in half and full floats', async () => {
    const [half, float] = await Promise.all(
      ['half.exr', 'float.exr'].map((name) => decodePicture(rendered(name).bytes, 'openexr')),
    )
    for (const [at, light] of (float?.samples ?? []).entries())
      expect(half?.samples[at]).toBeCloseTo(light, 2)
  })
})

describe('an invalid picture', () => {
  it.each(pictures)('is one that is cut off anywhere: %s', async (name) => {
    const { bytes, format } = rendered(name)
    for (let length = 0; length < bytes.length; length += 97)
      expect(await failureOf(bytes.subarray(0, length), format)).toBeInstanceOf(NotAPicture)
  })

  it.each(pictures)(
    'is rejected without any other error, whatever bytes are wrong: %s',
    async (name) => {
      const { bytes, format } = rendered(name)
      const wrong = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 9,
      })
      await fc.assert(
        fc.asyncProperty(wrong, async (changes) => {
          const changed = bytes.slice()
          for (const [at, byte] of changes) changed[at] = byte
          const failure = await failureOf(changed, format)
          expect(failure === undefined || failure instanceof NotAPicture).toBe(true)
        }),
        { numRuns: 60 },
      )
    },
  )

  it('is a decompression bomb in PNG, JPEG or OpenEXR', async () => {
    expect(await failureOf(aPng(32_768, 32_768), 'png')).toBeInstanceOf(NotAPicture)
    expect(await failureOf(aJpeg(65_000, 65_000), 'jpeg')).toBeInstanceOf(NotAPicture)
    const { bytes } = rendered('float.exr')
    const at = textIn(bytes).indexOf('dataWindow\0box2i\0') + 'dataWindow\0box2i\0'.length + 4
    const changed = bytes.slice()
    new DataView(changed.buffer).setInt32(at + 8, 2 ** 31 - 1, true)
    expect(await failureOf(changed, 'openexr')).toMatchObject({
      message: expect.stringContaining('×'),
    })
  })

  it('is an OpenEXR with a block that decompresses to more than its rows', async () => {
    const { bytes } = rendered('float.exr')
    const bomb = deflateSync(Buffer.alloc(50_000_000))
    const { header } = readExr(bytes)
    const changed = joined([bytes, new Uint8Array(8), bomb])
    const view = new DataView(changed.buffer)
    view.setBigUint64(header.end, BigInt(bytes.length), true)
    view.setUint32(bytes.length + 4, bomb.length, true)
    expect(await failureOf(changed, 'openexr')).toBeInstanceOf(NotAPicture)
  })

  it('is a picture of another format, or with an unsupported compression', async () => {
    expect(await failureOf(rendered('honest.jpg').bytes, 'png')).toBeInstanceOf(NotAPicture)
    expect(await failureOf(rendered('honest.png').bytes, 'openexr')).toBeInstanceOf(NotAPicture)
    expect(await failureOf(rendered('piz.exr').bytes, 'openexr')).toBeInstanceOf(NotAPicture)
  })
})

it('removes data hidden after a PNG’s end or in animation chunks', () => {
  const { bytes } = rendered('honest.png')
  const hidden = joined([
    bytes.subarray(0, 33),
    pngChunk('acTL', Buffer.alloc(8)),
    bytes.subarray(33),
  ])
  const behind = joined([hidden, Uint8Array.from(textToBytes('<script>'))])
  expect(cleanPicture(behind, 'png')).toEqual(cleanPicture(bytes, 'png'))
})

function textToBytes(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0))
}

async function factsOfFile(name: string) {
  const { bytes, format } = rendered(name)
  return factsOf(await decodePicture(bytes, format))
}

/** Examines a picture as a picture process does: cleaned, then decoded; returns the error, if any. */
async function failureOf(bytes: Uint8Array, format: 'png' | 'jpeg' | 'openexr'): Promise<unknown> {
  try {
    await decodePicture(cleanPicture(bytes, format), format)
    return undefined
  } catch (error) {
    return error
  }
}
