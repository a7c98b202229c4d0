import { describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import { labelsOf, networkSettings, specOfLabels, subnetOf } from './names.ts'

describe('names', () => {
  it('give a bridge of 15 characters, which Linux accepts', () => {
    const own = { owner: 'me', dns: undefined }
    const { bridge } = networkSettings('gridloom-0123456789ab', own)
    expect(bridge).toBe('gl-0123456789ab')
    expect(bridge).toHaveLength(15)
  })

  it('give subnets of eight addresses within 10.213.0.0/16', () => {
    for (let index = 0; index < 200; index += 1) {
      const parts = /^10\.213\.(\d+)\.(\d+)\/29$/.exec(subnetOf(`network ${index}`))
      expect(Number(parts?.[1])).toBeLessThanOrEqual(255)
      expect(Number(parts?.[2]) % 8).toBe(0)
    }
  })
})

describe('labels', () => {
  it('contain the whole spec', () => {
    const spec = aSpec({ env: { TEXT: 'with "quotes"\nand lines' }, restart: 3 })
    expect(specOfLabels(labelsOf(spec, { network: 'n', owner: 'o' }))).toEqual(spec)
  })

  it.each<Record<string, string>>([
    {},
    { 'gridloom.spec': 'not json' },
    { 'gridloom.spec': '{"generation":1}' },
  ])('without a valid spec are ignored: %o', (labels) => {
    expect(specOfLabels(labels)).toBeUndefined()
  })
})
