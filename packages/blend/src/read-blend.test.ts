import { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import { describe, expect, it } from 'vitest'
import { type Form, forms } from '../test/blend-writer.ts'
import { packingNames, packings, unpacked } from '../test/containers.ts'
import { blenderSays, fixtureBytes, fixtureNames } from '../test/fixtures.ts'
import { addresses, readyBlend, sceneValues, smallBlend } from '../test/small-dna.ts'
import { blobSource } from './blob.ts'
import { openBlendBytes } from './container/open-blend-bytes.ts'
import { inspectBlend } from './inspect-blend.ts'
import { readBlend } from './read-blend.ts'
import { memorySource } from './source.ts'

describe('files made with Blender', () => {
  it('exist for 3.4 and for 5.0', () => {
    expect(fixtureNames.filter((name) => name.startsWith('34-'))).toHaveLength(8)
    expect(fixtureNames.filter((name) => name.startsWith('50-'))).toHaveLength(8)
  })

  it.each(fixtureNames)('have the facts that Blender itself reports: %s', async (name) => {
    expect(await sameWords(fixtureBytes(name))).toEqual(sorted(blenderSays(name)))
  })

  it.each(packingNames)('read the same in the container %s', async (packing) => {
    for (const name of ['34-scenes', '50-files']) {
      const packed = packings[packing](await unpacked(fixtureBytes(name)))
      expect(await sameWords(packed)).toEqual(sorted(blenderSays(name)))
    }
  })

  it.each(fixtureNames)('conform to the contract: %s', async (name) => {
    const facts = await readBlend(memorySource(fixtureBytes(name)))
    expect(BlendFacts.parse(facts)).toEqual(facts)
  })

  it('report their container', async () => {
    const plain = await unpacked(fixtureBytes('34-cycles'))
    for (const [packing, compression] of [
      ['plain', 'none'],
      ['gzip', 'gzip'],
      ['zstd with a table', 'zstd'],
      ['zstd in one frame of unknown size', 'zstd'],
    ] as const) {
      const packed = packings[packing](plain)
      const facts = await readBlend(memorySource(packed))
      expect(facts).toMatchObject({ compression, size_bytes: packed.length })
    }
  })

  it('read the same from a Blob, as in a browser', async () => {
    const bytes = fixtureBytes('34-files')
    const fromBlob = await readBlend(blobSource(new Blob([new Uint8Array(bytes)])))
    expect(fromBlob).toEqual(await readBlend(memorySource(bytes)))
  })
})

describe('a header', () => {
  const all = Object.entries<Form>(forms)

  it.each(all)('of the form %s is read, with scene, camera and numbers', async (_name, form) => {
    const facts = await readBlend(memorySource(readyBlend(form).bytes()))
    expect(facts).toMatchObject({
      active_scene: 'Opening',
      cameras: ['Eye'],
      scenes: [
        {
          name: 'Opening',
          camera: 'Eye',
          frame_start: 5,
          frame_end: 120,
          frame_step: 2,
          fps: 30,
          width: 1280,
          height: 720,
          percentage: 50,
          engine: 'eevee',
          samples: 64,
          output_format: 'PNG',
        },
      ],
    })
  })
})

describe('information that a file lacks', () => {
  it('is false for features that its Blender did not have', async () => {
    const bytes = readyBlend(forms.before5, 245)
    const [scene] = (await readBlend(memorySource(bytes.bytes()))).scenes
    expect(scene).toMatchObject({ uses_compositing: false, uses_sequencer: false })
  })

  it('includes the open scene if the file points at none of its scenes', async () => {
    const file = smallBlend()
      .block('GLOB', 'FileGlobal', { curscene: 0x7777 })
      .block('SC', 'Scene', sceneValues, { address: addresses.scene })
    const facts = await readBlend(memorySource(file.bytes()))
    expect(facts).toMatchObject({ active_scene: null, scenes: [{ camera: null }] })
  })

  it('includes scenes in a library of materials', async () => {
    const facts = await readBlend(memorySource(smallBlend().bytes()))
    expect(facts).toMatchObject({ scenes: [], active_scene: null, cameras: [], thumbnail: null })
  })
})

it('throws the reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('closed the page'))
  const reading = readBlend(memorySource(fixtureBytes('34-cycles')), { signal })
  await expect(reading).rejects.toThrow('closed the page')
})

/** The facts in the names and the order of the JSON that Blender wrote. */
async function sameWords(bytes: Uint8Array) {
  await using opened = await openBlendBytes(memorySource(bytes))
  const { facts, simulations } = await inspectBlend(opened, bytes.length)
  const { thumbnail: _, compression: __, size_bytes: ___, ...said } = facts
  return sorted({
    ...said,
    scenes: said.scenes.map((scene) => ({ ...scene, fps: rounded(scene.fps) })),
    simulations: simulations.map(({ owner, kind, baked }) => ({ owner, kind, baked })),
  })
}

function rounded(fps: number | null): number | null {
  return fps === null ? null : Math.round(fps * 10_000) / 10_000
}

/** The order in these lists has no meaning. */
function sorted<T extends object>(said: T): T {
  const lists = Object.entries(said).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.toSorted(byText) : value,
  ])
  return Object.assign({ ...said }, Object.fromEntries(lists))
}

function byText(a: unknown, b: unknown): number {
  return textFor(a) < textFor(b) ? -1 : 1
}

function textFor(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(Object.entries(value).toSorted())
}
