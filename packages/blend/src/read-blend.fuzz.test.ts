import { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, type Form, forms } from '../test/blend-writer.ts'
import { packings, unpacked } from '../test/containers.ts'
import { fixtureBytes } from '../test/fixtures.ts'
import { addresses, readyBlend, sceneValues, smallBlend } from '../test/small-dna.ts'
import { zipOf } from '../test/zips.ts'
import { readBlend } from './read-blend.ts'
import { readScene } from './read-scene.ts'
import { SceneBroken } from './scene-broken.ts'
import { memorySource } from './source.ts'

/** For any bytes: facts that conform to the contract, or `SceneBroken`, within this time. */
const timeMsMax = 5_000

const form = fc.constantFrom<Form>(...Object.values(forms))
const packing = fc.constantFrom(...Object.values(packings))
/** Positions and bytes to change: positions as fractions of the whole, so that they shrink well. */
const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999999, noNaN: true }), fc.nat(255)), {
  minLength: 1,
  maxLength: 12,
})

describe('broken files result in facts or in SceneBroken within 5 s', { timeout: 60_000 }, () => {
  it('if they are cut', async () => {
    const files = [fixtureBytes('34-scenes'), await unpacked(fixtureBytes('50-cycles'))]
    await holds(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (file, part) => file.subarray(0, Math.floor(file.length * part)),
    )
  })

  it('if bytes of a compressed file are changed', async () => {
    await holds(fc.constantFrom('34-files', '50-scripts'), flips, (name, changes) =>
      changed(fixtureBytes(name), changes),
    )
  })

  it('if bytes of a small file are changed, in every format and container', async () => {
    await holds(fc.tuple(form, packing), flips, ([one, pack], changes) =>
      pack(changed(readyBlend(one).bytes(), changes)),
    )
  })

  it('if bytes of the DNA are changed', async () => {
    const plain = await unpacked(fixtureBytes('34-eyeless'))
    const start = plain.length - 118_000
    await holds(fc.constant(plain), flips, (file, changes) => {
      const dna = changed(file.subarray(start), changes)
      const copy = file.slice()
      copy.set(dna, start)
      return copy
    })
  })

  it('if lengths, counts and addresses of blocks are arbitrary', async () => {
    const block = fc.record({
      code: fc.constantFrom('SC', 'OB', 'IM', 'DATA', 'ID', 'TX', 'GLOB', 'TEST', 'REND'),
      struct: fc.constantFrom('Scene', 'Object', 'Image', 'IDProperty', 'PointCache', 'Sequence'),
      length: fc.option(fc.integer(), { nil: undefined }),
      address: fc.constantFrom(0, addresses.scene, addresses.camera, 0x9001, 0x9002),
      body: fc.uint8Array({ maxLength: 300 }),
    })
    await holds(form, fc.array(block, { maxLength: 20 }), (one, blocks) => {
      const file = readyBlend(one)
      for (const { code, body, length = body.length, ...options } of blocks)
        file.raw(code, body, { ...options, length })
      return file.bytes()
    })
  })

  it('if pointers form cycles', async () => {
    const address = fc.constantFrom(0x9001, 0x9002, 0x9003, 0)
    await holds(fc.array(address, { minLength: 6, maxLength: 6 }), fc.nat(11), (to, type) => {
      const file = smallBlend().block('SC', 'Scene', {
        ...sceneValues,
        'r.engine': 'CYCLES',
        'id.properties': 0x9001,
      })
      for (const [index, at] of [0x9001, 0x9002, 0x9003].entries())
        file.block(
          'DATA',
          'IDProperty',
          {
            type: index === 0 ? 6 : type,
            name: index === 0 ? '' : 'cycles',
            next: to[index] ?? 0,
            'data.group.first': to[index + 3] ?? 0,
          },
          { address: at },
        )
      return file.bytes()
    })
  })

  it('if only the magic is valid', async () => {
    const magics = [
      'BLENDER-v304',
      'BLENDER_V245',
      'BLENDER17-01v0500',
      '\u001f\u008b',
      'PK\u0003\u0004',
    ]
    await holds(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 400 }), (magic, rest) =>
      Uint8Array.from([...[...magic].map((character) => character.charCodeAt(0)), ...rest]),
    )
  })

  it('if a zip of them is changed', async () => {
    const zip = await zipOf([
      { path: 'a.blend', bytes: readyBlend().bytes() },
      { path: 'b.blend', bytes: packings.gzip(readyBlend().bytes()), level: 0 },
      { path: 'tex/wood.png', bytes: bytesOf('wood') },
    ])
    await holds(fc.constant(zip), flips, changed)
  })
})

/** Makes files and reads them, as a .blend and as an upload. */
async function holds<A, B>(
  first: fc.Arbitrary<A>,
  second: fc.Arbitrary<B>,
  make: (first: A, second: B) => Uint8Array,
) {
  await fc.assert(
    fc.asyncProperty(first, second, async (one, other) => {
      const file = make(one, other)
      const started = performance.now()
      const facts = await orBroken(() => readBlend(memorySource(file)))
      if (facts) expect(BlendFacts.safeParse(facts).error).toBeUndefined()
      await orBroken(() => readScene(memorySource(file), 'scene.blend'))
      expect(performance.now() - started).toBeLessThan(timeMsMax)
    }),
    { numRuns: 60 },
  )
}

async function orBroken<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SceneBroken)) throw error
    expect(error.message).not.toBe('')
    return undefined
  }
}

function changed(file: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = file.slice()
  for (const [part, byte] of changes) copy[Math.floor(part * copy.length)] = byte
  return copy
}
