import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import { findConnectedAccount } from './accounts-store.ts'

/** Returns a connected account of the caller. @throws Refused `not_found`, also for those of others */
export async function ownedAccount(ctx: Ctx, id: ConnectedAccountId): Promise<ConnectedAccountRow> {
  const row = await findConnectedAccount(ctx.db, id)
  if (row === undefined || row.account_id !== userOf(ctx)) throw noSuchAccount()
  return row
}

export function noSuchAccount(): Refused {
  return new Refused('not_found', { details: { what: 'connected account' } })
}
