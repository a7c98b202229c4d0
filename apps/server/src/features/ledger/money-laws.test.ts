import { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { splitFee } from '@gridloom/domain/fees'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insufficientFunds } from './insufficient-funds.ts'
import {
  availableOf,
  earnedBy,
  heldFor,
  inLockOrder,
  type LedgerAccount,
  platformCredit,
  platformFees,
} from './ledger-accounts.ts'

const feeBps = 1_000
const money = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const numbered = fc.integer({ min: 1, max: 50 }).map((n) => String(n).padStart(26, '0'))
const accounts: fc.Arbitrary<LedgerAccount> = fc.oneof(
  fc.constantFrom(platformCredit, platformFees),
  numbered.map((n) => availableOf(AccountId.parse(`acc_${n}`))),
  numbered.map((n) => heldFor(InstanceId.parse(`ins_${n}`))),
  numbered.map((n) => earnedBy(MachineId.parse(`mch_${n}`))),
)
const sets = fc.uniqueArray(accounts, { selector: ({ id }) => id, maxLength: 20 })

it('splits any amount without losing a micro-dollar or exceeding our share', () => {
  fc.assert(
    fc.property(money, (microUsd) => {
      const { feeMicroUsd, earnedMicroUsd } = splitFee(microUsd, feeBps)
      expect(feeMicroUsd + earnedMicroUsd).toBe(microUsd)
      expect(BigInt(feeMicroUsd) * 10_000n).toBeLessThanOrEqual(BigInt(microUsd) * BigInt(feeBps))
      expect(Math.min(feeMicroUsd, earnedMicroUsd)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('charges at most the fee of the whole when use is captured in many small intervals', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 30 }), (pieces) => {
      const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
      const fees = sum(pieces.map((piece) => splitFee(piece, feeBps).feeMicroUsd))
      const whole = splitFee(sum(pieces), feeBps).feeMicroUsd
      expect(fees).toBeLessThanOrEqual(whole)
      expect(whole - fees).toBeLessThanOrEqual(pieces.length)
    }),
  )
})

it('locks any accounts in the same order, whatever order they are given in', () => {
  fc.assert(
    fc.property(
      sets.chain((set) => fc.tuple(fc.constant(set), fc.shuffledSubarray(set))),
      ([set, some]) => {
        const order = set.toSorted(inLockOrder).map(({ id }) => id)
        const ofSome = some.toSorted(inLockOrder).map(({ id }) => id)
        expect(ofSome).toEqual(order.filter((id) => ofSome.includes(id)))
      },
    ),
  )
})

it('names each ledger account after its content, so that names are unique', () => {
  const n = '1'.padStart(26, '0')
  const names = [
    availableOf(AccountId.parse(`acc_${n}`)),
    heldFor(InstanceId.parse(`ins_${n}`)),
    earnedBy(MachineId.parse(`mch_${n}`)),
  ].map(({ id }) => id)
  expect(names).toEqual([`available:acc_${n}`, `held:ins_${n}`, `earned:mch_${n}`])
})

it('reports the required and available amounts as text and as numbers', () => {
  expect(insufficientFunds(1_234_500, 7)).toMatchObject({
    code: 'insufficient_funds',
    details: { need: '$1.2345', have: '$0.000007', need_micro_usd: 1_234_500, have_micro_usd: 7 },
  })
})
