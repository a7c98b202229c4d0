import { expect, it } from 'vitest'
import { rewardState } from './reward-state.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const later = new Date(now.getTime() + 1)

it('can be claimed from its payable time on, and once', () => {
  expect(rewardState({ payableAt: later, claimedAt: null }, now)).toBe('pending')
  expect(rewardState({ payableAt: now, claimedAt: null }, now)).toBe('claimable')
  expect(rewardState({ payableAt: now, claimedAt: now }, later)).toBe('claimed')
})
