import { stripeAccountState } from '@gridloom/domain/payouts/stripe-account-state'
import type { Tx } from '../../../platform/ctx.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import type { ConnectedAccount } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { mailContacts } from '../emails/mail-contacts.ts'
import { findStripe } from '../find-source.ts'
import { stripeAccountChanged, stripeAccountRemoved } from './emails/stripe-account-email.ts'
import type { MadeAccountRow, StripeAccountRow } from './schema.ts'
import { lockStripeAccount, updateStripeAccount } from './stripe-accounts-store.ts'

const waitMs = 86_400_000

/** Asks Stripe about an account, records what it says, and returns the account as it is then. @throws {ConnectFailed} */
export async function refreshAccount(
  ctx: PayoutsCtx,
  account: MadeAccountRow,
): Promise<StripeAccountRow> {
  const askedAt = ctx.clock.now()
  const said = await findStripe(ctx).processor.readAccount(account.stripe_id)
  return ctx.transact(async (tx) => {
    const row = await lockStripeAccount(tx, account.id)
    // A later question may have had its answer first.
    if (row !== undefined && row.checked_at <= askedAt)
      await record(ctx, tx, { row, said, askedAt })
    return (await lockStripeAccount(tx, account.id)) ?? account
  })
}

interface Said {
  row: StripeAccountRow
  said: ConnectedAccount | 'gone'
  askedAt: Date
}

async function record(ctx: PayoutsCtx, tx: Tx, { row, said, askedAt }: Said): Promise<void> {
  const now = ctx.clock.now()
  if (said === 'gone') {
    const gone = {
      state: 'disabled',
      disabled_reason: 'disconnected',
      checked_at: askedAt,
    } as const
    await updateStripeAccount(tx, row.id, { ...gone, removed_at: row.removed_at ?? now })
    return tell(ctx, tx, row, (to, company) =>
      stripeAccountRemoved(to, { publicUrl: ctx.publicUrl, company }),
    )
  }
  const change = {
    state: stripeAccountState(said),
    disabled_reason: said.disabledReason?.slice(0, 200) ?? null,
    checked_at: askedAt,
  }
  const { destination } = said
  if (!said.detailsSubmitted || destination === null || destination === row.destination)
    return updateStripeAccount(tx, row.id, change)
  const effectiveAt = new Date(now.getTime() + waitMs)
  await updateStripeAccount(tx, row.id, { ...change, destination, effective_at: effectiveAt })
  await tell(ctx, tx, row, (to, company) =>
    stripeAccountChanged(to, { publicUrl: ctx.publicUrl, company, effectiveAt }),
  )
}

/** Tells whoever decides on the payouts, unless the account was disconnected before. */
async function tell(
  ctx: PayoutsCtx,
  tx: Tx,
  { account_id, removed_at }: StripeAccountRow,
  write: (to: string, company: string | null) => EmailMessage,
): Promise<void> {
  if (removed_at === null) await mailContacts(ctx, tx, account_id, write)
}
