import { describe, expect, it } from 'vitest'
import type { BlendWriter } from '../../test/blend-writer.ts'
import { addresses, sceneValues, smallBlend } from '../../test/small-dna.ts'
import { openBlendBytes } from '../container/open-blend-bytes.ts'
import { inspectBlend } from '../inspect-blend.ts'
import { memorySource } from '../source.ts'

const baked = 1
const onDisk = 1 << 6

describe('a simulation', () => {
  it.each([
    [0, 'no'],
    [onDisk, 'no'],
    [baked, 'inside'],
    [baked | onDisk, 'beside'],
  ])('with cache flags %i has the baked state %s', async (flag, state) => {
    const file = object()
      .block('DATA', 'ClothModifierData', { point_cache: 0x92 }, { address: 0x91 })
      .block('DATA', 'PointCache', { flag }, { address: 0x92 })
    expect(await simulations(file)).toMatchObject([{ owner: 'Flag', kind: 'cloth', baked: state }])
  })

  it('can be a soft body, today and before 2.80', async () => {
    const today = object()
      .block('DATA', 'SoftBody', { shared: 0x92 }, { address: 0x91 })
      .block('DATA', 'SoftBody_Shared', { pointcache: 0x93 }, { address: 0x92 })
      .block('DATA', 'PointCache', { flag: baked }, { address: 0x93 })
    const before = object()
      .block('DATA', 'SoftBody', { pointcache: 0x93 }, { address: 0x91 })
      .block('DATA', 'PointCache', { flag: baked }, { address: 0x93 })
    for (const file of [today, before])
      expect(await simulations(file)).toMatchObject([{ kind: 'soft body', baked: 'inside' }])
  })

  it('can be the rigid bodies of a scene', async () => {
    const file = smallBlend()
      .block('SC', 'Scene', { ...sceneValues, rigidbody_world: 0x91 })
      .block('DATA', 'RigidBodyWorld', { shared: 0x92 }, { address: 0x91 })
      .block('DATA', 'RigidBodyWorld_Shared', { pointcache: 0x93 }, { address: 0x92 })
      .block('DATA', 'PointCache', { flag: 0 }, { address: 0x93 })
    expect(await simulations(file)).toMatchObject([{ owner: 'Opening', kind: 'rigid bodies' }])
  })

  it.each([
    ['particles', { type: 0, phystype: 1 }, 1],
    ['hair', { type: 2, phystype: 1 }, 0],
    ['particles that stay where they are', { type: 0, phystype: 0 }, 0],
  ])('counts %s by their settings, stored before or after', async (_name, settings, count) => {
    const system = { part: 0x500, pointcache: 0x92 }
    const before = smallBlend().block('PA', 'ParticleSettings', settings, { address: 0x500 })
    named(before).block('DATA', 'ParticleSystem', system, { address: 0x91 })
    const behind = object()
      .block('DATA', 'ParticleSystem', system, { address: 0x91 })
      .block('PA', 'ParticleSettings', settings, { address: 0x500 })
    for (const file of [before, behind]) expect(await simulations(file)).toHaveLength(count)
  })

  it('can be a fluid, whose baked folder is listed as a reference', async () => {
    const domain = { cache_flag: 2, cache_directory: '//cache_fluid' }
    const file = object().block('DATA', 'FluidDomainSettings', domain, { address: 0x91 })
    const { facts, simulations } = await inspect(file)
    expect(simulations).toMatchObject([{ kind: 'fluid', baked: 'inside' }])
    expect(facts.references).toEqual([{ kind: 'cache', path: '//cache_fluid', extent: 'file' }])
  })

  it('can be a fluid that is not baked', async () => {
    const file = object().block('DATA', 'FluidDomainSettings', {}, { address: 0x91 })
    expect(await simulations(file)).toMatchObject([{ kind: 'fluid', baked: 'no' }])
  })
})

function object() {
  return named(smallBlend())
}

function named(file: BlendWriter) {
  return file.block('OB', 'Object', { 'id.name': 'OBFlag' }, { address: addresses.first })
}

async function simulations(file: BlendWriter) {
  return (await inspect(file)).simulations
}

async function inspect(file: BlendWriter) {
  await using bytes = await openBlendBytes(memorySource(file.bytes()))
  return await inspectBlend(bytes, 0)
}
