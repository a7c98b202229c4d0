import { PayoutState } from '@gridloom/contract/payouts/payout'
import { expect, it } from 'vitest'
import { approvalsNeeded, mayBecome, openPayoutStates } from './payout-state.ts'

it('never returns the money of a payout that is signed, but for what the chain says', () => {
  const back = ['rejected', 'cancelled', 'failed'] as const
  expect(back.filter((state) => mayBecome('signed', state))).toEqual([])
  expect(back.filter((state) => mayBecome('broadcast', state))).toEqual(['failed'])
})

it('returns the money of a payout in a file of the bank only when the bank did', () => {
  expect(PayoutState.options.filter((state) => mayBecome('in_file', state))).toEqual([
    'confirmed',
    'failed',
  ])
})

it('ends for good', () => {
  const ended = PayoutState.options.filter(
    (state) => !openPayoutStates.some((open) => open === state),
  )
  expect(ended.flatMap((from) => PayoutState.options.filter((to) => mayBecome(from, to)))).toEqual(
    [],
  )
})

it('asks two operators above the limit', () => {
  expect(approvalsNeeded(100, 100)).toBe(0)
  expect(approvalsNeeded(101, 100)).toBe(2)
})
