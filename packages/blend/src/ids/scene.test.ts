import { describe, expect, it } from 'vitest'
import { forms, type Values } from '../../test/blend-writer.ts'
import { addresses, sceneValues, smallBlend } from '../../test/small-dna.ts'
import { readBlend } from '../read-blend.ts'
import { memorySource } from '../source.ts'

describe('engines', () => {
  it.each([
    ['BLENDER_EEVEE', 'eevee'],
    ['BLENDER_EEVEE_NEXT', 'eevee'],
    ['BLENDER_WORKBENCH', 'workbench'],
    ['BLENDER_WORKBENCH_NEXT', 'workbench'],
    ['CYCLES', 'cycles'],
    ['LUXCORE', 'other'],
  ])('%s is %s', async (name, engine) => {
    expect(await scene({ 'r.engine': name })).toMatchObject({ engine, engine_name: name })
  })

  it('are unknown if the file has none', async () => {
    expect(await scene({ 'r.engine': '' })).toMatchObject(unknownEngine)
  })

  it.each([
    [-1, 1],
    [0, 1],
    [5, 5],
    [32, 32],
  ])('count Workbench’s passes of %i as %i samples', async (passes, samples) => {
    const found = await scene({ 'r.engine': 'BLENDER_WORKBENCH', 'display.render_aa': passes })
    expect(found).toMatchObject({ samples, denoise: false })
  })
})

const unknownEngine = { engine: null, engine_name: null, samples: null, denoise: null }

describe('settings of Cycles', () => {
  it.each([
    [304, 4096, true],
    [500, 4096, true],
    [293, 128, false],
    [283, 128, null],
    [278, 10, null],
  ])('are the defaults of version %i if nothing was changed', async (version, samples, denoise) => {
    expect(await cyclesScene([], version)).toMatchObject({ samples, denoise })
  })

  it('are the changed ones', async () => {
    const stored = [int('samples', 77), int('use_denoising', 0)]
    expect(await cyclesScene(stored)).toMatchObject({ samples: 77, denoise: false })
  })

  it('are found after other properties, of every type', async () => {
    const others = [
      { name: 'note', type: 0 },
      { name: 'aim', type: 5 },
      { name: 'real', type: 2 },
      { name: 'exact', type: 8 },
    ]
    expect(await cyclesScene([...others, int('samples', 9)])).toMatchObject({ samples: 9 })
  })

  it('include booleans of 4.x', async () => {
    const stored = [{ name: 'use_denoising', type: 10, 'data.val': 0 }]
    expect(await cyclesScene(stored, 405)).toMatchObject({ denoise: false })
  })

  it('are unknown for branched path tracing, which counted differently', async () => {
    expect(await cyclesScene([int('progressive', 0)], 278)).toMatchObject({ samples: null })
  })

  it('are unknown if they are impossible', async () => {
    expect(await cyclesScene([int('samples', -3)])).toMatchObject({ samples: null })
  })

  it('end at a cycle in a list', async () => {
    const file = cyclesFile(304)
      .block('DATA', 'IDProperty', { ...int('a', 1), next: 0x9102 }, { address: 0x9101 })
      .block('DATA', 'IDProperty', { ...int('b', 1), next: 0x9101 }, { address: 0x9102 })
    const facts = await readBlend(memorySource(file.bytes()))
    expect(facts.scenes).toMatchObject([{ samples: 4096 }])
  })
})

describe('an output format', () => {
  it.each([
    [17, 'PNG'],
    [4, 'JPEG'],
    [23, 'OPEN_EXR'],
    [28, 'OPEN_EXR_MULTILAYER'],
    [24, 'FFMPEG'],
    [35, 'WEBP'],
    [99, null],
  ])('%i is %s', async (number, format) => {
    expect(await scene({ 'r.im_format.imtype': number })).toMatchObject({ output_format: format })
  })
})

describe('compositing', () => {
  const on = { 'r.scemode': 1 << 6, use_nodes: 1, nodetree: 0x77 }

  it('is used if it is enabled and there are nodes', async () => {
    expect(await scene(on)).toMatchObject({ uses_compositing: true })
  })

  it.each([
    ['it is switched off', { ...on, 'r.scemode': 0 }],
    ['nodes are switched off', { ...on, use_nodes: 0 }],
    ['there are no nodes', { ...on, nodetree: 0 }],
  ])('is not used if %s', async (_name, values) => {
    expect(await scene(values)).toMatchObject({ uses_compositing: false })
  })
})

describe('frame numbers and rates', () => {
  it('keep negative frame numbers', async () => {
    const values = { 'r.sfra': -20, 'r.efra': -5 }
    expect(await scene(values)).toMatchObject({ frame_start: -20, frame_end: -5 })
  })

  it.each([
    [24, 1, 24],
    [30_000, 1001, 30_000 / 1001],
    [24, 0, null],
    [0, 1, null],
    [24, Number.NaN, null],
    [24, -1, null],
  ])('compute %i frames over %f as %f a second', async (frames, base, fps) => {
    const found = await scene({ 'r.frs_sec': frames, 'r.frs_sec_base': base })
    expect(found).toMatchObject({ fps: fps === null ? null : expect.closeTo(fps, 4) })
  })
})

describe('the camera', () => {
  it('may be linked from another file', async () => {
    const file = smallBlend()
      .block('SC', 'Scene', sceneValues, { address: addresses.scene })
      .block('ID', 'ID', { name: 'OBFar eye' }, { address: addresses.camera })
    const facts = await readBlend(memorySource(file.bytes()))
    expect(facts).toMatchObject({ cameras: [], scenes: [{ camera: 'Far eye' }] })
  })

  it('may be an object of another type', async () => {
    const file = smallBlend()
      .block('OB', 'Object', { 'id.name': 'OBLamp', type: 10 }, { address: addresses.camera })
      .block('SC', 'Scene', sceneValues, { address: addresses.scene })
    const facts = await readBlend(memorySource(file.bytes()))
    expect(facts).toMatchObject({ cameras: [], scenes: [{ camera: 'Lamp' }] })
  })
})

async function scene(values: Values) {
  const file = smallBlend().block('SC', 'Scene', { ...sceneValues, ...values })
  const { scenes } = await readBlend(memorySource(file.bytes()))
  return scenes[0]
}

async function cyclesScene(stored: readonly Values[], version = 304) {
  const file = cyclesFile(version)
  for (const [index, values] of stored.entries())
    file.block(
      'DATA',
      'IDProperty',
      { ...values, next: index + 1 < stored.length ? 0x9102 + index : 0 },
      { address: 0x9101 + index },
    )
  const { scenes } = await readBlend(memorySource(file.bytes()))
  return scenes[0]
}

/** A scene with the group `cycles` among its properties; the group's first entry is at 0x9101. */
function cyclesFile(version: number) {
  const values = { ...sceneValues, 'r.engine': 'CYCLES', 'id.properties': 0x9001 }
  return smallBlend(version >= 500 ? forms.since5 : forms.before5, version)
    .block('SC', 'Scene', values, { address: addresses.scene })
    .block('DATA', 'IDProperty', { type: 6, 'data.group.first': 0x9002 }, { address: 0x9001 })
    .block(
      'DATA',
      'IDProperty',
      { type: 6, name: 'cycles', 'data.group.first': 0x9101 },
      { address: 0x9002 },
    )
}

function int(name: string, value: number) {
  return { name, type: 1, 'data.val': value }
}
