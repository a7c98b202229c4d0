import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { judgeCanary, nearestReference, rendersOnCpu, scoreOf } from './judge-canary.ts'

describe('whether a machine renders rightly', () => {
  it.each([
    ['the same pixels', null, 0, true, 'admitted'],
    ['other kernels of the same version', 87, 0.001, true, 'admitted'],
    ['noise where there should be none', 45, 20, true, 'refused'],
    ['the noise of another version', 34, 20, false, 'admitted'],
    ['another picture altogether', 24, 60, false, 'refused'],
  ] as const)('%s', (_, psnrDb, differingPercent, isLike, admission) => {
    expect(judgeCanary({ difference: { psnrDb, differingPercent }, isLike })).toBe(admission)
  })
})

describe('how fast a machine is', () => {
  it('is what it says where that can be', () => {
    expect(scoreOf({ samplesPerMinute: 2_500, samples: 64, wallS: 4 })).toBe(2.5)
    expect(scoreOf({ samplesPerMinute: 250, samples: 64, wallS: 30 })).toBe(0.25)
  })

  it('is what our clock saw where it says ten times that', () => {
    // Two minutes for 64 samples are not a thousand times as many a minute.
    const score = scoreOf({ samplesPerMinute: 1_000_000, samples: 64, wallS: 135 })
    expect(score).toBeCloseTo(0.032, 6)
  })

  it.each([
    [0, 0.01],
    [-5, 0.01],
    [Number.NaN, 0.01],
    [1e12, 200],
  ])(
    'lies between an old laptop and a room of GPUs, whatever it says: %s',
    (samplesPerMinute, score) => {
      expect(scoreOf({ samplesPerMinute, samples: 64, wallS: 4 })).toBe(score)
    },
  )
})

describe('the reference for a version', () => {
  const versions = ['3.4.1', '5.0.1']

  it.each([
    ['3.4.1', '3.4.1'],
    ['5.0.1', '5.0.1'],
    ['2.93.0', '3.4.1'],
    ['3.6.5', '3.4.1'],
    ['4.5.2', '5.0.1'],
    ['5.1.0', '5.0.1'],
    ['nonsense', '3.4.1'],
  ])('of %s is that of %s', (version, nearest) => {
    expect(nearestReference(version, versions)).toBe(nearest)
  })

  it('is none where there are none', () => {
    expect(nearestReference('3.4.1', [])).toBeUndefined()
  })
})

it('tells machines with a GPU, which make other noise, from those without', () => {
  expect(rendersOnCpu(aCapability())).toBe(true)
  const gpu = { kind: 'optix', name: 'A GPU' } as const
  const cpu = { kind: 'cpu', name: 'A CPU' } as const
  expect(rendersOnCpu(aCapability({ devices: [cpu, gpu] }))).toBe(false)
})
