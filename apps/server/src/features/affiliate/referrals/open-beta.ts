import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { openAccess } from '../../accounts/index.ts'
import { loadTerms } from '../terms/terms-store.ts'
import { countOpened, updateReferral } from './referrals-store.ts'

interface Opening {
  readonly id: ReferralId
  readonly affiliate: AccountId
  readonly referred: AccountId
  /** The network address of the referred account's request. */
  readonly address: string
}

/**
 * Gives a referred account access to the beta as an access code does, where the operator's terms say so: so many of one
 * affiliate in a UTC month. The caller holds the affiliate's numbering, so that parallel referrals are counted.
 */
export async function openBeta(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { id, affiliate, referred, address }: Opening,
): Promise<void> {
  const { beta_accounts_per_month: most } = await loadTerms(tx.db)
  const now = ctx.clock.now()
  if (most === 0 || (await countOpened(tx, affiliate, now)) >= most) return
  const opened = await openAccess(ctx, tx, {
    ...{ accountId: referred, address },
    by: `referral:${affiliate}`,
  })
  if (opened === 'opened') await updateReferral(tx, id, { opened_beta_at: now })
}
