import { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { availableOf, earnedBy, heldFor, inLockOrder, platformFees } from './ledger-accounts.ts'

it('locks available before held before earned, and by id within a kind', () => {
  const ordered = [
    availableOf(AccountId.parse(`acc_${'0'.repeat(26)}`)),
    availableOf(AccountId.parse(`acc_${'1'.repeat(26)}`)),
    heldFor(InstanceId.parse(`ins_${'0'.repeat(26)}`)),
    earnedBy(MachineId.parse(`mch_${'0'.repeat(26)}`)),
    platformFees,
  ]
  expect(ordered.toReversed().toSorted(inLockOrder)).toEqual(ordered)
})
