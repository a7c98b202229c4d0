import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { StripePayoutRow } from '../schema.ts'

/** Payouts of which Stripe may have a transfer, oldest first. */
export async function listSending(db: Db, most: number): Promise<StripePayoutRow[]> {
  const { rows } = await sql<StripePayoutRow>`
    select * from payouts where method = 'stripe' and state = 'sending' order by id limit ${most}`.execute(
    db,
  )
  return rows
}

/** The oldest approved payout of an account that is not suspended, and whose last change at Stripe has waited. */
export async function nextApproved(db: Db, now: Date): Promise<StripePayoutRow | undefined> {
  const { rows } = await sql<StripePayoutRow>`
    select payout.* from payouts payout left join accounts account on account.id = payout.account_id
      join stripe_accounts target on target.stripe_id = payout.stripe_account
    where payout.method = 'stripe' and payout.state = 'approved' and account.suspended_at is null
      and target.effective_at <= ${now}
    order by payout.id limit 1`.execute(db)
  return rows[0]
}

/** What was sent, or may have been, in the 24 hours before a time. */
export async function sumOfDay(db: Db, now: Date): Promise<MicroUsd> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(micro_usd), 0)::bigint as sum from payouts
    where method = 'stripe' and state in ('sending', 'confirmed') and signed_at > ${dayAgo}`.execute(
    db,
  )
  return rows[0]?.sum ?? 0
}

/** What arrived by transfers that were not reversed. */
export async function sumTransferred(db: Db): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(micro_usd - fee_micro_usd), 0)::bigint as sum from payouts
    where method = 'stripe' and state = 'confirmed'`.execute(db)
  return rows[0]?.sum ?? 0
}

/** Paid payouts since a time, after one of them, in order. */
export async function listPaid(
  db: Db,
  { since, after, most }: { since: Date; after: string; most: number },
): Promise<(StripePayoutRow & { transfer_id: string })[]> {
  const { rows } = await sql<StripePayoutRow & { transfer_id: string }>`
    select * from payouts where method = 'stripe' and state = 'confirmed' and signed_at > ${since}
      and id > ${after} order by id limit ${most}`.execute(db)
  return rows
}

/** Marks an approved payout as being sent, before Stripe is asked. */
export async function markSending({ db }: Tx, id: string, now: Date): Promise<void> {
  await sql`update payouts set state = 'sending', signed_at = ${now}, transfer_attempt = transfer_attempt + 1
    where id = ${id}`.execute(db)
}
