import type { Tx } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { mailAddressOf } from '../mail-address-store.ts'
import type { PayoutRow } from '../schema.ts'
import { type PayoutNews, payoutEmail } from './payout-email.ts'

/** Tells whoever is paid what became of a payout; nobody where the account is closed. */
export async function queuePayoutEmail(
  ctx: PayoutsCtx,
  tx: Tx,
  row: PayoutNews & Pick<PayoutRow, 'account_id'>,
): Promise<void> {
  const to = await mailAddressOf(tx, row.account_id)
  if (to === undefined) return
  const chain = ctx.payoutSetup.sources.find((one) => one.chainId === row.chain_id)?.rpc.chain
  const message = payoutEmail(to, { row, chain, publicUrl: ctx.publicUrl })
  await queueMail(ctx, tx, message)
}
