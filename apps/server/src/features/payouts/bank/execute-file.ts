import type { PayoutFile } from '@gridloom/contract/payouts/bank-account'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { operatorOf } from '../../accounts/index.ts'
import { completePayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { updatePayout } from '../payouts-store.ts'
import { wrongState } from '../refusals.ts'
import { lockInFile, markExecuted } from './files-store.ts'
import { fileOf, noSuchFile } from './list-files.ts'

/**
 * Records that the bank executed a file: its payouts are paid, but for those that were returned.
 * @throws Refused `forbidden`, `not_found`, `state_conflict` where it was recorded before
 */
export async function executeFile(ctx: PayoutsCtx, number: number): Promise<PayoutFile> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const now = ctx.clock.now()
    const marked = await markExecuted(tx, number, now)
    if (marked === undefined) throw noSuchFile()
    if (marked === 'again') throw wrongState('executed')
    for (const row of await lockInFile(tx, number)) {
      const change = { state: 'confirmed', ended_at: now } as const
      await updatePayout(tx, row.id, change)
      await completePayout(ctx, tx, {
        payoutId: row.id,
        accountId: row.account_id,
        microUsd: row.micro_usd,
        feeMicroUsd: row.fee_micro_usd,
        source: `bank:${marked.payerIban}`,
        text: `Payout to ${maskIban(row.iban)}`,
      })
      await queuePayoutEmail(ctx, tx, { ...row, ...change })
    }
  })
  return fileOf(ctx, number)
}
