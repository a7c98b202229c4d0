import { expect, it } from 'vitest'
import { feesWithin, replacingFees } from './gas-fees.ts'

const gwei = 10n ** 9n

it('stays within the cap, and waits where a block takes more', () => {
  const fees = { baseFee: 10n * gwei, priorityFee: gwei }
  expect(feesWithin(fees, 100n * gwei)).toEqual({ maxFee: 21n * gwei, priorityFee: gwei })
  expect(feesWithin(fees, 15n * gwei)).toEqual({ maxFee: 15n * gwei, priorityFee: gwei })
  expect(feesWithin(fees, 10n * gwei)).toBeUndefined()
})

it('raises both fees by more than a tenth to replace a transaction, within the cap', () => {
  const last = { maxFee: 100n, priorityFee: 10n }
  expect(replacingFees(last, { maxFee: 50n, priorityFee: 5n }, 1_000n)).toEqual({
    maxFee: 113n,
    priorityFee: 12n,
  })
  expect(replacingFees(last, { maxFee: 500n, priorityFee: 50n }, 1_000n)).toEqual({
    maxFee: 500n,
    priorityFee: 50n,
  })
  expect(replacingFees(last, last, 112n)).toBeUndefined()
})
