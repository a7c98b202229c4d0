import { describe, expect, it } from 'vitest'
import type { Values } from '../../test/blend-writer.ts'
import { sceneValues, smallBlend } from '../../test/small-dna.ts'
import { readBlend } from '../read-blend.ts'
import { memorySource } from '../source.ts'

describe('a reference to a file', () => {
  it.each<[string, string, Values, object]>([
    ['IM', 'Image', { name: '//a.png', source: 1 }, { kind: 'image', extent: 'file' }],
    ['IM', 'Image', { name: '//a_01.png', source: 2 }, { kind: 'image', extent: 'sequence' }],
    ['IM', 'Image', { name: '//a.mp4', source: 3 }, { kind: 'movie', extent: 'file' }],
    ['IM', 'Image', { name: '//a.<UDIM>.png', source: 6 }, { kind: 'image', extent: 'tiles' }],
    ['LI', 'Library', { name: '//rig.blend' }, { kind: 'library', extent: 'file' }],
    ['CF', 'CacheFile', { filepath: '//a.abc' }, { kind: 'cache', extent: 'file' }],
    ['CF', 'CacheFile', { filepath: '//a_1.abc', is_sequence: 1 }, { extent: 'sequence' }],
    ['VO', 'Volume', { filepath: '//a.vdb' }, { kind: 'volume', extent: 'file' }],
    ['VO', 'Volume', { filepath: '//a_1.vdb', is_sequence: 1 }, { extent: 'sequence' }],
    ['SO', 'bSound', { name: '//a.wav' }, { kind: 'sound', extent: 'file' }],
    ['VF', 'VFont', { name: '//a.ttf' }, { kind: 'font', extent: 'file' }],
    ['MC', 'MovieClip', { name: '//a.mov', source: 2 }, { kind: 'movie', extent: 'file' }],
    ['MC', 'MovieClip', { name: '//a_1.png', source: 1 }, { kind: 'movie', extent: 'sequence' }],
  ])('in %s as %s %o is listed', async (code, struct, values, reference) => {
    const file = smallBlend().block(code, struct, values)
    const { references } = await readBlend(memorySource(file.bytes()))
    expect(references).toEqual([
      expect.objectContaining({ path: values.name ?? values.filepath, ...reference }),
    ])
  })

  it.each<[string, string, Values]>([
    ['IM', 'Image', { name: '//made.png', source: 4 }],
    ['IM', 'Image', { name: '//result.png', source: 5 }],
    ['IM', 'Image', { name: '', source: 1 }],
    ['VF', 'VFont', { name: '<builtin>' }],
  ])('in %s as %s %o is not listed', async (code, struct, values) => {
    const file = smallBlend().block(code, struct, values)
    expect(await readBlend(memorySource(file.bytes()))).toMatchObject({ references: [] })
  })

  it.each<[string, string, Values]>([
    ['IM', 'Image', { name: '//a.png', source: 1, packedfile: 0x77 }],
    ['SO', 'bSound', { name: '//a.wav', packedfile: 0x77 }],
    ['VF', 'VFont', { name: '//a.ttf', packedfile: 0x77 }],
    ['LI', 'Library', { name: '//a.blend', packedfile: 0x77 }],
  ])('in %s as %s %o counts as packed', async (code, struct, values) => {
    const file = smallBlend().block(code, struct, values)
    expect(await readBlend(memorySource(file.bytes()))).toMatchObject({
      references: [],
      packed_files: 1,
    })
  })

  it('is listed once, however many data-blocks use it', async () => {
    const values = { name: '//wood.png', source: 1 }
    const file = smallBlend().block('IM', 'Image', values).block('IM', 'Image', values)
    expect((await readBlend(memorySource(file.bytes()))).references).toHaveLength(1)
  })

  it('is left out beyond the contract’s limit', async () => {
    const file = smallBlend()
    for (let index = 0; index < 10_050; index += 1)
      file.block('LI', 'Library', { name: `//${index}.blend` })
    expect((await readBlend(memorySource(file.bytes()))).references).toHaveLength(10_000)
  })
})

describe('a modifier', () => {
  it('that reads a file is listed', async () => {
    const file = smallBlend()
      .block('OB', 'Object', { 'id.name': 'OBSea' })
      .block('DATA', 'MeshCacheModifierData', { filepath: '//cube.mdd' }, { address: 0x91 })
      .block('DATA', 'OceanModifierData', { cachepath: '//sea', cached: 1 }, { address: 0x92 })
      .block('DATA', 'OceanModifierData', { cachepath: '//lake' }, { address: 0x93 })
    const { references } = await readBlend(memorySource(file.bytes()))
    expect(references.map(({ path }) => path)).toEqual(['//cube.mdd', '//sea'])
  })
})

describe('a strip of the sequencer', () => {
  it.each<[number, number, object]>([
    [0, 1, { kind: 'image', extent: 'file' }],
    [0, 3, { kind: 'image', extent: 'sequence' }],
    [3, 1, { kind: 'movie', extent: 'file' }],
  ])('of type %i with %i pictures is listed', async (type, pictures, reference) => {
    const { references, scenes } = await readBlend(memorySource(cut(type, pictures, '//cut/')))
    expect(references).toEqual([{ path: '//cut/a_01.png', ...reference }])
    expect(scenes).toMatchObject([{ uses_sequencer: true }])
  })

  it('has a slash between folder and file', async () => {
    const { references } = await readBlend(memorySource(cut(0, 1, '//cut')))
    expect(references).toMatchObject([{ path: '//cut/a_01.png' }])
  })

  it('of another kind has no file of its own', async () => {
    const { references, scenes } = await readBlend(memorySource(cut(2, 1, '//cut/')))
    expect(references).toEqual([])
    expect(scenes).toMatchObject([{ uses_sequencer: true }])
  })
})

function cut(type: number, pictures: number, folder: string): Uint8Array {
  const elements = Array.from({ length: pictures }, (_, index) => ({ name: `a_0${index + 1}.png` }))
  return smallBlend()
    .block('SC', 'Scene', { ...sceneValues, 'r.scemode': 1 })
    .block('DATA', 'Sequence', { type, strip: 0x92 }, { address: 0x91 })
    .block('DATA', 'Strip', { stripdata: 0x93, dir: folder }, { address: 0x92 })
    .block('DATA', 'StripElem', elements, { address: 0x93 })
    .bytes()
}
