import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import {
  decideCanary,
  rendersOnCpu,
  samplesToTimeIt,
  scoreOf,
  settleCanary,
} from './decide-canary.ts'

describe('whether two machines made the same of a canary', () => {
  it.each([
    ['the same pixels', null, 0, true, 'same'],
    ['other kernels of the same version', 87, 0.001, true, 'same'],
    ['noise where there should be none', 45, 20, true, 'different'],
    ['the noise of another version', 34, 20, false, 'same'],
    ['another picture altogether', 24, 60, false, 'different'],
  ] as const)('%s', (_, psnrDb, differingPercent, isLike, says) => {
    expect(decideCanary({ difference: { psnrDb, differingPercent }, isLike })).toBe(says)
  })
})

describe('what others make of a canary', () => {
  const [same, different] = ['same', 'different'] as const
  it.each([
    ['one for it', [same], 'admitted'],
    ['one against it', [different], 'another_word'],
    ['two against it', [different, different], 'refused'],
    ['one against it and one for it', [different, same], 'another_word'],
    ['a tie that a third ends for it', [different, same, same], 'admitted'],
    ['a tie that a third ends against it', [different, same, different], 'refused'],
  ] as const)('%s', (_, votes, verdict) => {
    expect(settleCanary(votes, { isVouched: false })).toBe(verdict)
  })

  it('is settled by the word of one that the operator stands in for, whatever others said', () => {
    expect(settleCanary([different], { isVouched: true })).toBe('refused')
    expect(settleCanary([different, same], { isVouched: true })).toBe('admitted')
  })
})

describe('how fast a machine is', () => {
  it('is what our clock saw, whatever it says', () => {
    // Two minutes for 64 samples are 32 a minute.
    const score = scoreOf({ samplesPerMinute: 200_000_000, samples: 64, wallS: 120 })
    expect(score).toBeCloseTo(0.032, 6)
  })

  it('is what it says where that is less', () => {
    expect(scoreOf({ samplesPerMinute: 250, samples: 64, wallS: 4 })).toBe(0.25)
  })

  it.each([0, -5, Number.NaN])('is no less than an old laptop, whatever it says: %s', (said) => {
    expect(scoreOf({ samplesPerMinute: said, samples: 64, wallS: 4 })).toBe(0.01)
  })

  it('is no more than a room of GPUs', () => {
    expect(scoreOf({ samplesPerMinute: 1e12, samples: 100_000, wallS: 4 })).toBe(64)
  })

  it.each([0.9, 0, -3, Number.NaN])('cannot be where it answered within %s s', (wallS) => {
    expect(scoreOf({ samplesPerMinute: 1_000, samples: 64, wallS })).toBeNull()
  })
})

describe('the samples to time a machine by', () => {
  it.each([
    ['more of them where it was over too soon', 20_000, 64, 4, 512],
    ['more again', 20_000, 512, 5, 4_096],
    ['no more than can be waited for', 400_000, 4_096, 5, null],
    ['these where it took long enough', 20_000, 64, 10, null],
    ['these where it says that it is no faster', 960, 64, 4, null],
  ] as const)('are %s', (_, samplesPerMinute, samples, wallS, more) => {
    expect(samplesToTimeIt({ samplesPerMinute, samples, wallS })).toBe(more)
  })
})

it('tells machines with a GPU, which make other noise, from those without', () => {
  expect(rendersOnCpu(aCapability())).toBe(true)
  const gpu = { kind: 'optix', name: 'A GPU' } as const
  const cpu = { kind: 'cpu', name: 'A CPU' } as const
  expect(rendersOnCpu(aCapability({ devices: [cpu, gpu] }))).toBe(false)
})
