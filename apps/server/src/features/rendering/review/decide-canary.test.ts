import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import {
  decideCanary,
  rendersOnCpu,
  samplesToTimeIt,
  scoreOf,
  settleCanary,
} from './decide-canary.ts'

describe('comparing two machines’ canaries', () => {
  it.each([
    ['the same pixels', null, 0, true, 'same'],
    ['other kernels of the same version', 87, 0.001, true, 'same'],
    ['noise where there should be none', 45, 20, true, 'different'],
    ['the noise of another version', 34, 20, false, 'same'],
    ['another picture altogether', 24, 60, false, 'different'],
  ] as const)('decides the vote for %s', (_, psnrDb, differingPercent, isLike, says) => {
    expect(decideCanary({ difference: { psnrDb, differingPercent }, isLike })).toBe(says)
  })
})

describe('the votes on a canary', () => {
  const [same, different] = ['same', 'different'] as const
  it.each([
    ['one for it', [same], 'admitted'],
    ['one against it', [different], 'second_opinion'],
    ['two against it', [different, different], 'refused'],
    ['one against it and one for it', [different, same], 'second_opinion'],
    ['a tie that a third ends for it', [different, same, same], 'admitted'],
    ['a tie that a third ends against it', [different, same, different], 'refused'],
  ] as const)('are evaluated: %s', (_, votes, verdict) => {
    expect(settleCanary(votes, { isVouched: false })).toBe(verdict)
  })

  it('are settled by a machine that the operator vouches for, whatever the others', () => {
    expect(settleCanary([different], { isVouched: true })).toBe('refused')
    expect(settleCanary([different, same], { isVouched: true })).toBe('admitted')
  })
})

describe('the score of a machine', () => {
  it('is computed from the measured time, whatever the machine claims', () => {
    // 64 samples in two minutes are 32 a minute.
    const score = scoreOf({ samplesPerMinute: 200_000_000, samples: 64, wallS: 120 })
    expect(score).toBeCloseTo(0.032, 6)
  })

  it('is the claimed speed if that is lower', () => {
    expect(scoreOf({ samplesPerMinute: 250, samples: 64, wallS: 4 })).toBe(0.25)
  })

  it.each([0, -5, Number.NaN])('is at least that of an old laptop, with the claim %s', (said) => {
    expect(scoreOf({ samplesPerMinute: said, samples: 64, wallS: 4 })).toBe(0.01)
  })

  it('is at most 64', () => {
    expect(scoreOf({ samplesPerMinute: 1e12, samples: 100_000, wallS: 4 })).toBe(64)
  })

  it.each([0.9, 0, -3, Number.NaN])(
    'is null after %s s, in which no machine can have rendered',
    (wallS) => {
      expect(scoreOf({ samplesPerMinute: 1_000, samples: 64, wallS })).toBeNull()
    },
  )
})

describe('the samples of the next canary', () => {
  it.each([
    ['more of them where it was over too soon', 20_000, 64, 4, 512],
    ['more again', 20_000, 512, 5, 3_334],
    ['as many as take ten seconds at its claim', 1_500, 64, 5, 250],
    ['twice as many at least', 650, 64, 9, 128],
    ['no more than the largest', 60_000, 1_024, 5, 4_096],
    ['no more than can be waited for', 400_000, 4_096, 5, null],
    ['these where it took long enough', 20_000, 64, 10, null],
    ['these where it says that it is no faster', 960, 64, 4, null],
  ] as const)('are %s', (_, samplesPerMinute, samples, wallS, more) => {
    expect(samplesToTimeIt({ samplesPerMinute, samples, wallS })).toBe(more)
  })
})

it('distinguishes machines with a GPU, which render different noise, from those without', () => {
  expect(rendersOnCpu(aCapability())).toBe(true)
  const gpu = { kind: 'optix', name: 'A GPU' } as const
  const cpu = { kind: 'cpu', name: 'A CPU' } as const
  expect(rendersOnCpu(aCapability({ devices: [cpu, gpu] }))).toBe(false)
})
