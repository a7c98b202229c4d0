import { expect, it } from 'vitest'
import { rewardState } from './reward-state.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const later = new Date(now.getTime() + 1)

it('can be claimed from its payable time on, and once', () => {
  expect(rewardState({ payableAt: later, claimedAt: null, takenBackAt: null }, now)).toBe('pending')
  expect(rewardState({ payableAt: now, claimedAt: null, takenBackAt: null }, now)).toBe('claimable')
  expect(rewardState({ payableAt: now, claimedAt: now, takenBackAt: null }, later)).toBe('claimed')
  expect(rewardState({ payableAt: now, claimedAt: null, takenBackAt: now }, later)).toBe(
    'taken_back',
  )
})
