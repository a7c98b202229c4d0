import { expect, it } from 'vitest'
import { rewardState } from './reward-state.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const later = new Date(now.getTime() + 1)
const reward = { payableAt: now, claimedAt: null, takenBackAt: null, heldAt: null }

it('can be claimed from its payable time on, and once, unless it is held or was taken back', () => {
  expect(rewardState({ ...reward, payableAt: later }, now)).toBe('pending')
  expect(rewardState(reward, now)).toBe('claimable')
  expect(rewardState({ ...reward, claimedAt: now }, later)).toBe('claimed')
  expect(rewardState({ ...reward, heldAt: now }, later)).toBe('held')
  expect(rewardState({ ...reward, heldAt: now, takenBackAt: now }, later)).toBe('taken_back')
})
