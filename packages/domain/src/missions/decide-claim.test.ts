import { describe, expect, it } from 'vitest'
import { claimStep, type DecidedClaim } from './decide-claim.ts'

const held: DecidedClaim = {
  ...{ state: 'held', releasedBy: [], rejectedBy: null, isAppealed: false, isAppealDecided: false },
}
const rejected: DecidedClaim = { ...held, state: 'rejected', rejectedBy: 'ada' }
const appealed: DecidedClaim = { ...rejected, isAppealed: true }
type Decision = Parameters<typeof claimStep>[1]['decision']

describe('a decision of ada', () => {
  it.each<[string, DecidedClaim, Decision, number, object]>([
    ['releases a held claim', held, 'release', 1, { step: 'pay' }],
    ['is the first of two releases', held, 'release', 2, { step: 'count_release' }],
    ['is the second', { ...held, releasedBy: ['eve'] }, 'release', 2, { step: 'pay' }],
    [
      'does not count twice',
      ...([
        { ...held, releasedBy: ['ada'] },
        'release',
        2,
        { refused: 'released by you' },
      ] as const),
    ],
    ['rejects a held claim', held, 'reject', 2, { step: 'reject' }],
    ['stays', rejected, 'release', 1, { refused: 'rejected' }],
    ['is not reviewed by herself', appealed, 'release', 1, { refused: 'rejected by you' }],
    ['is not upheld by herself', appealed, 'reject', 1, { refused: 'rejected by you' }],
    [
      'reviews that of eve',
      ...([
        { ...appealed, rejectedBy: 'eve' },
        'release',
        1,
        { step: 'pay_after_appeal' },
      ] as const),
    ],
    [
      'upholds that of eve',
      ...([{ ...appealed, rejectedBy: 'eve' }, 'reject', 1, { step: 'uphold' }] as const),
    ],
    [
      'is the last word on an appeal',
      ...([
        { ...appealed, rejectedBy: 'eve', isAppealDecided: true },
        'release',
        1,
        { refused: 'rejected' },
      ] as const),
    ],
    ['takes a paid reward back', { ...held, state: 'paid' }, 'take_back', 1, { step: 'take_back' }],
    ['takes nothing back that was not paid', held, 'take_back', 1, { refused: 'held' }],
    ['does not release twice', { ...held, state: 'paid' }, 'release', 1, { refused: 'paid' }],
  ])('%s', (_what, claim, decision, releasesNeeded, expected) => {
    expect(claimStep(claim, { decision, operator: 'ada', releasesNeeded })).toEqual(expected)
  })
})
