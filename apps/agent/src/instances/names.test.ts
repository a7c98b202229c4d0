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

  it("call a network of its own as the renter wants, and mark it as nobody else's", () => {
    const own = { owner: 'me', dns: undefined }
    const named = networkSettings('gridloom-0123456789ab', { ...own, hostname: 'trainer' })
    expect(named).toMatchObject({ hostname: 'trainer', labels: { 'gridloom.agent': 'me' } })
    expect(named.labels).not.toHaveProperty('gridloom.name_servers')
    expect(networkSettings('gridloom-0123456789ab', own)).toMatchObject({
      hostname: '0123456789ab',
      labels: { 'gridloom.name_servers': 'engine' },
    })
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

  it('without the options that older specs do not have still give a spec', () => {
    const { options: _, arguments: __, ...older } = aSpec({ restart: 3 })
    expect(specOfLabels({ 'gridloom.spec': JSON.stringify(older) })).toEqual(aSpec({ restart: 3 }))
  })

  it.each<Record<string, string>>([
    {},
    { 'gridloom.spec': 'not json' },
    { 'gridloom.spec': '{"generation":1}' },
  ])('without a valid spec are ignored: %o', (labels) => {
    expect(specOfLabels(labels)).toBeUndefined()
  })
})
