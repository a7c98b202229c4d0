import type { TierTable, TierTerms } from '@gridloom/contract/tiers/tier'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import { loadTiers, storeTiers } from './tiers-store.ts'

/** The tiers, for the operator. @throws Refused `unauthorized`, `forbidden` */
export async function readTierTable(ctx: Ctx): Promise<TierTerms[]> {
  operatorOf(ctx)
  return loadTiers(ctx.db)
}

/**
 * Changes the tiers for everybody at once. Accounts that have another tier then are told within a day.
 * @throws Refused `unauthorized`, `forbidden`
 */
export async function changeTierTable(ctx: Ctx, tiers: TierTable): Promise<TierTerms[]> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    tx.note({ subject: 'tiers' })
    await storeTiers(tx, tiers)
    return loadTiers(tx.db)
  })
}
