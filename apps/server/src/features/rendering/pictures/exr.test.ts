import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExrBytesOptions, exrBytes, int32s, text } from '../../../../test/exr-bytes.ts'
import { textIn } from '../../../../test/rendered.ts'
import { readExrHeader } from './exr-header.ts'
import { exrSamples, readExr, shownChannels } from './exr-pixels.ts'
import { NotAPicture } from './pictures.ts'
import { cleanExr, writeExr } from './write-exr.ts'

const colours: ExrBytesOptions['channels'] = [
  ['A', 1],
  ['B', 2],
  ['G', 1],
  ['R', 2],
]

describe('an OpenEXR', () => {
  it('has a header with its size, channels and compression', () => {
    const { bytes } = exrBytes({ width: 7, height: 20, channels: colours, compression: 3, top: -4 })
    expect(readExrHeader(bytes)).toMatchObject({
      width: 7,
      height: 20,
      top: -4,
      compression: 'zip',
      channels: [
        { name: 'A', type: 'half', bytes: 2 },
        { name: 'B', type: 'float', bytes: 4 },
        { name: 'G', type: 'half', bytes: 2 },
        { name: 'R', type: 'float', bytes: 4 },
      ],
    })
  })

  it.each([
    ['none', 0],
    ['runs', 1],
    ['zip by row', 2],
    ['zip by sixteen rows', 3],
  ])(
    'is decompressed exactly with compression %s, in either row order and any size',
    (_, compression) => {
      const side = fc.integer({ min: 1, max: 40 })
      const order = fc.constantFrom('up' as const, 'down' as const)
      fc.assert(
        fc.property(side, side, order, fc.boolean(), (width, height, order, isFlat) => {
          const rows = new Uint8Array(width * height * 12).fill(9)
          const options = {
            width,
            height,
            channels: colours,
            compression,
            order,
            ...(isFlat ? { rows } : {}),
          }
          const made = exrBytes(options)
          expect(readExr(made.bytes).rows).toEqual(made.rows)
        }),
        { numRuns: 40 },
      )
    },
  )

  it('is unchanged after being written and read, in any size', () => {
    const side = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 250 }), (width, height, seed) => {
        const { header } = readExr(exrBytes({ width, height, channels: colours }).bytes)
        const rows = Uint8Array.from({ length: width * height * 12 }, (_, at) => (at * seed) % 256)
        const again = readExr(writeExr(header, { width, height, rows }))
        expect(again.rows).toEqual(rows)
        expect(again.header).toMatchObject({ width, height, top: 0, channels: header.channels })
      }),
      { numRuns: 40 },
    )
  })

  it('is cleaned to increasing row order, with the same pixels', () => {
    const made = exrBytes({ height: 40, compression: 3, order: 'down', top: 11 })
    const cleaned = cleanExr(made.bytes)
    expect(readExr(cleaned).rows).toEqual(made.rows)
    expect(
      readExrHeader(cleaned).attributes.find(({ name }) => name === 'lineOrder')?.value,
    ).toEqual(Uint8Array.of(0))
  })

  it('loses every attribute that is not needed to show it, except the sample count', () => {
    const value = text('/home/provider/scene.blend')
    const made = exrBytes({
      attributes: {
        File: ['string', value],
        pixelAspectRatio: ['float', int32s(0)],
        'cycles.Layer.samples': ['string', Uint8Array.of(0x31, 0x36)],
        'cycles.Other.samples': ['string', value],
        chromaticities: ['string', int32s(1)],
        preview: ['preview', int32s(1, 1, 7)],
      },
    })
    const names = readExrHeader(cleanExr(made.bytes)).attributes.map(({ name }) => name)
    expect(names).toEqual([
      'channels',
      'compression',
      'dataWindow',
      'displayWindow',
      'lineOrder',
      'pixelAspectRatio',
      'cycles.Layer.samples',
      'chromaticities',
    ])
    expect(textIn(cleanExr(made.bytes))).not.toContain('provider')
  })

  it('keeps the long names flag', () => {
    const long = `${'Layer'.repeat(12)}.Combined.R`
    const made = exrBytes({ channels: [[long, 2]], version: 2 | 0x400 })
    const cleaned = cleanExr(made.bytes)
    expect(new DataView(cleaned.buffer).getUint32(4, true)).toBe(2 | 0x400)
    expect(readExr(cleaned).rows).toEqual(made.rows)
  })
})

describe('the light of an OpenEXR', () => {
  it('is read from half floats, floats and integers', () => {
    const view = new DataView(new ArrayBuffer(10))
    // One half float, one float and one integer, channel after channel.
    view.setUint16(0, 0x3e00, true)
    view.setFloat32(2, 0.25, true)
    view.setUint32(6, 3, true)
    const channels = [
      ['B', 1],
      ['G', 2],
      ['R', 0],
    ] as const
    const { bytes } = exrBytes({ width: 1, height: 1, channels, rows: new Uint8Array(view.buffer) })
    expect(exrSamples(readExr(bytes))).toEqual({
      channels: 3,
      samples: Float32Array.of(3, 0.25, 1.5),
    })
  })

  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65_504],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('of the half float 0x%x is %d', (bits, light) => {
    const rows = Uint8Array.of(bits & 0xff, bits >> 8)
    const { bytes } = exrBytes({ width: 1, height: 1, rows })
    expect(exrSamples(readExr(bytes)).samples[0]).toBe(light)
  })

  it.each([
    ['red, green, blue and alpha', ['A', 'B', 'G', 'R', 'Z'], ['R', 'G', 'B', 'A']],
    ['without alpha', ['B', 'G', 'R'], ['R', 'G', 'B']],
    [
      'of layers, what they give together',
      [
        'Depth.Z',
        'ViewLayer.Combined.A',
        'ViewLayer.Combined.B',
        'ViewLayer.Combined.G',
        'ViewLayer.Combined.R',
      ],
      [
        'ViewLayer.Combined.R',
        'ViewLayer.Combined.G',
        'ViewLayer.Combined.B',
        'ViewLayer.Combined.A',
      ],
    ],
    ['grey with alpha', ['A', 'Y'], ['Y', 'A']],
    ['of Blender’s grey', ['V'], ['V']],
    ['anything else: the first', ['Depth.Z', 'Mist.Z'], ['Depth.Z']],
  ])('uses the visible channels: %s', (_, names, shown) => {
    const channels = names.map((name) => ({ name, type: 'half' as const, bytes: 2 as const }))
    expect(shownChannels(channels).map(({ name }) => name)).toEqual(shown)
  })
})

describe('reading an OpenEXR', () => {
  const window = (x: number, y: number) => ['box2i', int32s(0, 0, x, y)] as const

  it.each<[string, ExrBytesOptions]>([
    ['tiles', { version: 2 | 0x200 }],
    ['deep pixels', { version: 2 | 0x800 }],
    ['several parts', { version: 2 | 0x1000 }],
    ['another version', { version: 3 }],
    ['no size', { attributes: { dataWindow: null } }],
    ['no channels', { attributes: { channels: null } }],
    ['an empty list of channels', { attributes: { channels: ['chlist', Uint8Array.of(0)] } }],
    ['a list of channels that does not end', { attributes: { channels: ['chlist', text('R')] } }],
    ['no word of how it is packed', { attributes: { compression: null } }],
    ['a size that is cut off', { attributes: { dataWindow: ['box2i', int32s(0, 0)] } }],
    ['a size below nothing', { attributes: { dataWindow: window(-5, 3) } }],
    ['a size beyond all memory', { attributes: { dataWindow: window(2 ** 30, 2 ** 30) } }],
    ['a size that runs over', { attributes: { dataWindow: window(2 ** 31 - 1, 3) } }],
    ['channels at half the pixels', { sampling: 2 }],
    ['lossy packing', { attributes: { compression: ['compression', Uint8Array.of(6)] } }],
    ['packing that is none', { attributes: { compression: ['compression', Uint8Array.of(200)] } }],
    ['a name without an end', { attributes: { ['x'.repeat(300)]: ['int', int32s(1)] } }],
    ['more rows than there are', { attributes: { dataWindow: window(4, 300) } }],
    ['rows of another length', { attributes: { dataWindow: window(9, 2) } }],
  ])('rejects %s', (_, options) => {
    expect(() => readExr(exrBytes(options).bytes)).toThrow(NotAPicture)
  })

  it('rejects thousands of attributes', () => {
    const many = Array.from({ length: 2_000 }, (_, nth) => [`a${nth}`, ['int', int32s(1)]] as const)
    expect(() => readExrHeader(exrBytes({ attributes: Object.fromEntries(many) }).bytes)).toThrow(
      NotAPicture,
    )
  })

  it('rejects a table that lists one block twice, and so leaves out another', () => {
    const { bytes } = exrBytes({ height: 3 })
    const { end } = readExrHeader(bytes)
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    view.setBigUint64(end + 8, view.getBigUint64(end, true), true)
    expect(() => readExr(bytes)).toThrow(NotAPicture)
  })

  it('rejects a table with offsets outside the file', () => {
    for (const place of [10_000_000n, 2n ** 63n, 0n]) {
      const { bytes } = exrBytes()
      const { end } = readExrHeader(bytes)
      new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(end, place, true)
      expect(() => readExr(bytes)).toThrow(NotAPicture)
      expect(() => cleanExr(bytes)).toThrow(NotAPicture)
    }
  })

  it.each([1, 2, 3])(
    'rejects corrupted bytes with compression %i without any other error',
    (compression) => {
      const rows = new Uint8Array(30 * 20 * 2).fill(7)
      const { bytes } = exrBytes({ width: 30, height: 20, compression, rows })
      const wrong = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 5,
      })
      fc.assert(
        fc.property(wrong, (changes) => {
          const changed = bytes.slice()
          for (const [at, byte] of changes) changed[at] = byte
          try {
            readExr(changed)
          } catch (error) {
            expect(error).toBeInstanceOf(NotAPicture)
          }
        }),
        { numRuns: 200 },
      )
    },
  )
})
