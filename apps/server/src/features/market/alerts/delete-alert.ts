import type { OfferAlertId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { deleteAlertRow } from './alerts-store.ts'

/** Deletes an alert: it is not sent any more. @throws {Refused} not_found */
export async function deleteAlert(ctx: Ctx, id: OfferAlertId): Promise<void> {
  const { accountId } = accountOf(ctx)
  const deleted = await ctx.transact((tx) => deleteAlertRow(tx, accountId, id))
  if (!deleted) throw new Refused('not_found', { details: { what: 'alert' } })
}
