import { expect, it } from 'vitest'
import { joined } from '../test/blend-writer.ts'
import { zstdWithTable } from '../test/containers.ts'
import { addresses, readyBlend, sceneValues, smallBlend } from '../test/small-dna.ts'
import { readBlend } from './read-blend.ts'
import { memorySource } from './source.ts'

it('reads 20,000 objects in less than 5 s', { timeout: 30_000 }, async () => {
  const file = readyBlend()
  for (let index = 0; index < 20_000; index += 1)
    file.block(
      'OB',
      'Object',
      { 'id.name': `OBStone.${index}`, type: 1 },
      { address: 0x10_000 + index },
    )
  const bytes = file.bytes()
  const started = performance.now()
  const facts = await readBlend(memorySource(bytes))
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(facts).toMatchObject({ cameras: ['Eye'], scenes: [{ camera: 'Eye' }] })
})

it('skips a million empty blocks of a highly compressed file in less than 5 s', {
  timeout: 30_000,
}, async () => {
  const start = smallBlend().unfinished()
  const empty = smallBlend()
  for (let count = 0; count < 10_000; count += 1) empty.raw('OB', new Uint8Array(0))
  const blocks = empty.unfinished().subarray(start.length)
  const end = readyBlend().bytes().subarray(start.length)
  const file = joined([start, ...new Array<Uint8Array>(100).fill(blocks), end])
  const packed = zstdWithTable(file, 1024 * 1024)
  expect(packed.length).toBeLessThan(file.length / 20)
  const started = performance.now()
  expect(await readBlend(memorySource(packed))).toMatchObject({ active_scene: 'Opening' })
  expect(performance.now() - started).toBeLessThan(5_000)
})

it('finds the camera in either order, and ignores owned blocks behind another data-block', async () => {
  const group = { type: 6, 'data.group.first': 0x9002 }
  const file = smallBlend()
    .block('SC', 'Scene', { ...sceneValues, 'r.engine': 'CYCLES', 'id.properties': 0x9001 })
    .block('OB', 'Object', { 'id.name': 'OBEye', type: 11 }, { address: addresses.camera })
    .block('DATA', 'IDProperty', group, { address: 0x9001 })
    .block('DATA', 'IDProperty', { type: 6, name: 'cycles' }, { address: 0x9002 })
  expect(await readBlend(memorySource(file.bytes()))).toMatchObject({
    scenes: [{ camera: 'Eye', samples: 4096 }],
  })
})

it('rejects a file with two DNA blocks', async () => {
  const inner = readyBlend()
  const file = inner.raw('DNA1', inner.dna()).bytes()
  await expect(readBlend(memorySource(file))).rejects.toMatchObject({ code: 'damaged' })
})
