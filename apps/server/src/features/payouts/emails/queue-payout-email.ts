import type { Tx } from '../../../platform/ctx.ts'
import type { PayoutsCtx } from '../ctx.ts'
import type { PayoutRow } from '../schema.ts'
import { mailContacts } from './mail-contacts.ts'
import { type PayoutNews, payoutEmail } from './payout-email.ts'

/** Tells whoever is paid what became of a payout; nobody where the account is closed. */
export async function queuePayoutEmail(
  ctx: PayoutsCtx,
  tx: Tx,
  row: PayoutNews & Pick<PayoutRow, 'account_id'>,
): Promise<void> {
  const chain = ctx.payoutSetup.sources.find((one) => one.chainId === row.chain_id)?.rpc.chain
  await mailContacts(ctx, tx, row.account_id, (to, company) =>
    payoutEmail(to, { row, chain, company, publicUrl: ctx.publicUrl }),
  )
}
