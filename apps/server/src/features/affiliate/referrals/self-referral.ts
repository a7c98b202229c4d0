import type { HeldReason } from '@gridloom/contract/affiliate/affiliate'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { mailboxHash } from '../../accounts/index.ts'
import { areRelated } from '../../companies/index.ts'
import { selectEmails, sharePayoutAddress } from './referrals-store.ts'

/**
 * Returns the evidence that an affiliate has referred itself: one mailbox, however its address is spelled; a person or
 * a company in common; one address for payouts. `null` without any.
 */
export async function evidenceOf(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { affiliate, referred }: { affiliate: AccountId; referred: AccountId },
): Promise<HeldReason | null> {
  if (await areRelated(tx.db, affiliate, referred)) return 'same_party'
  if (await sharePayoutAddress(tx.db, affiliate, referred)) return 'same_payout_address'
  const [own, theirs] = [await selectEmails(tx.db, affiliate), await selectEmails(tx.db, referred)]
  const hashes = new Set<string>()
  for (const email of own) hashes.add(await mailboxHash(ctx, tx, email))
  for (const email of theirs)
    if (hashes.has(await mailboxHash(ctx, tx, email))) return 'same_mailbox'
  return null
}
