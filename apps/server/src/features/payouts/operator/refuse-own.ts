import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import { findMembership } from '../../companies/index.ts'

/** Operators decide on no payout of their own, nor of a company that they belong to. @throws Refused `payout_own` */
export async function refuseOwn(
  { db }: Tx,
  { account_id: paid }: { account_id: AccountId },
  operator: AccountId,
): Promise<void> {
  if (paid === operator || (await findMembership(db, paid, operator)) !== undefined)
    throw new Refused('payout_own')
}
