import type { ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { PostLimits } from '@gridloom/contract/posts/post'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import { selectConnectedAccounts } from './accounts-store.ts'

/** An account of a channel, with the channel's own id of it, and what its server takes where it says so. */
export interface ListedAccount extends ConnectedAccount {
  readonly externalId: string
  readonly limits: PostLimits | null
}

/** Lists the accounts that a user has connected, oldest first. */
export async function listConnectedAccounts(db: Db, user: AccountId): Promise<ListedAccount[]> {
  const rows = await selectConnectedAccounts(db, user)
  return rows.map((row) => ({
    ...shownAccount(row),
    ...{ externalId: row.external_id, limits: row.limits },
  }))
}

/** Lists the caller's connected accounts as their owner sees them. */
export async function listMyAccounts(
  ctx: Pick<Ctx, 'actor' | 'db'>,
): Promise<{ accounts: ConnectedAccount[] }> {
  const rows = await selectConnectedAccounts(ctx.db, userOf(ctx))
  return { accounts: rows.map(shownAccount) }
}

/** Returns a row as its owner sees it. */
export function shownAccount(row: ConnectedAccountRow): ConnectedAccount {
  if (row.state === 'disconnected') throw new RangeError(`${row.id} is disconnected`)
  return {
    ...{ id: row.id, channel: row.channel, name: row.name, handle: row.handle },
    ...{ profile_url: row.profile_url, state: row.state, scopes: row.scopes },
    connected_at: row.connected_at.toISOString(),
    last_checked_at: row.checked_at.toISOString(),
    problem: row.problem,
  }
}
