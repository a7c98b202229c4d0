import { describe, expect, it } from 'vitest'
import { rendered } from '../../../../test/rendered.ts'
import { decodePicture, factsOf } from './decode.ts'
import { doTask } from './picture-tasks.ts'
import { type EncodedPicture, NotAPicture } from './pictures.ts'

const region = { x: 0, y: 0, width: 96, height: 54 }

describe('a picture task', () => {
  it.each(['honest.png', 'deep.png', 'honest.jpg', 'half.exr', 'range-1.exr'])(
    'examines %s: the facts are those of the delivered picture',
    async (name) => {
      const picture = rendered(name)
      const examined = await doTask({ name: 'examine', asked: picture })
      if (!('cleaned' in examined)) throw new Error('it was examined')
      const delivered = await decodePicture(examined.cleaned, picture.format)
      expect(factsOf(delivered)).toEqual(examined.facts)
    },
  )

  it.each([
    ['honest.png', 'honest.png', null],
    ['deep.png', 'deep.png', null],
    ['float.exr', 'float.exr', null],
    ['range-0.exr', 'range-0.exr', null],
    ['honest.jpg', 'honest.jpg', null],
  ])('compares %s with %s', async (first, second, psnrDb) => {
    const asked = { first: rendered(first), second: rendered(second), region }
    expect(await doTask({ name: 'compare', asked })).toMatchObject({ psnrDb, differingPercent: 0 })
  })

  it('distinguishes a recompressed picture from its source', async () => {
    const light = rendered('honest.jpg')
    const { rgb } = await displayed(light)
    const { rgb: whole } = await displayed(rendered('honest.png'))
    const apart = rgb.filter((value, at) => Math.abs(value - (whole[at] ?? 0)) > 2)
    expect(apart.length / rgb.length).toBeGreaterThan(0.01)
  })

  it('finds two sample ranges of one scene different, but similar', async () => {
    const asked = { first: rendered('range-0.exr'), second: rendered('range-1.exr'), region: null }
    const found = await doTask({ name: 'compare', asked })
    if (!('psnrDb' in found) || found.psnrDb === null) throw new Error('they differ')
    expect(found.psnrDb).toBeLessThan(60)
    expect(found.psnrDb).toBeGreaterThan(20)
  })

  it('shows the same scene alike in all formats', async () => {
    const png = (await displayed(rendered('honest.png'))).rgb
    for (const name of ['deep.png', 'honest.jpg', 'undithered.png']) {
      const { rgb } = await displayed(rendered(name))
      const mean =
        rgb.reduce((sum, value, at) => sum + Math.abs(value - (png[at] ?? 0)), 0) / rgb.length
      expect(mean).toBeLessThan(3)
    }
  })

  it.each(['examine', 'display'] as const)('rejects an invalid picture in %s', async (name) => {
    const asked: EncodedPicture = { bytes: new Uint8Array(9), format: 'png' }
    await expect(doTask({ name, asked })).rejects.toBeInstanceOf(NotAPicture)
  })

  it('rejects an invalid picture in compare, as the first or the second', async () => {
    const [good, bad] = [
      rendered('honest.png'),
      { bytes: new Uint8Array(9), format: 'png' as const },
    ]
    for (const pair of [
      { first: good, second: bad },
      { first: bad, second: good },
    ]) {
      const task = doTask({ name: 'compare', asked: { ...pair, region: null } })
      await expect(task).rejects.toBeInstanceOf(NotAPicture)
    }
  })

  it('refuses to stitch more pixels than the limit before any tile is read', async () => {
    const tiles = [{ region, bytes: new Uint8Array(0) }]
    const asked = { width: 65_536, height: 65_536, format: 'png', tiles } as const
    await expect(doTask({ name: 'stitch', asked })).rejects.toThrow('65536 × 65536')
  })
})

async function displayed(asked: EncodedPicture) {
  const shown = await doTask({ name: 'display', asked })
  if (!('rgb' in shown)) throw new Error('it was displayed')
  return shown
}
