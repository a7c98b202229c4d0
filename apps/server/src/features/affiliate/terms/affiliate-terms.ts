import type { AffiliateTerms } from '@gridloom/contract/affiliate/affiliate'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { loadTerms, storeTerms, type TermsChange } from './terms-store.ts'

/** The terms of the programme, for the operator. @throws Refused `unauthorized`, `forbidden` */
export async function readTerms(ctx: Ctx): Promise<AffiliateTerms> {
  operatorOf(ctx)
  return loadTerms(ctx.db)
}

/** Changes the terms. Commission that was booked keeps its share. @throws Refused `unauthorized`, `forbidden` */
export async function changeTerms(ctx: Ctx, change: TermsChange): Promise<AffiliateTerms> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    tx.note({ subject: 'affiliate-terms' })
    await storeTerms(tx, change)
    return loadTerms(tx.db)
  })
}
