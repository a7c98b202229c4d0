import { channelNames } from '@gridloom/contract/channels/channel'
import type { Tx } from '../../../platform/ctx.ts'
import { publishNotice } from '../../notices/index.ts'
import type { ChannelsCtx } from '../ctx.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import { endAccess } from './accounts-store.ts'
import { publishAccounts } from './publish-accounts.ts'

/**
 * Records that a channel refuses the credentials of an account, and notifies its owner, once. Does nothing where the
 * account was connected anew since.
 */
export async function markEnded(
  ctx: ChannelsCtx,
  row: ConnectedAccountRow,
  problem: string,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact(async (tx) => {
    const ended = await endAccess(tx, row, {
      ...{ state: endedState(row, now), problem, checked_at: now, expires_at: null },
      ...{ refresh_lease: null, refresh_ends_at: null },
    })
    if (ended === undefined) return
    await publishAccounts(tx, ended)
    await notify(ctx, tx, ended)
  })
}

/** The access ended because its time was up, or before. */
export function endedState(
  { expires_at: expiresAt }: Pick<ConnectedAccountRow, 'expires_at'>,
  now: Date,
): 'expired' | 'revoked' {
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'revoked'
}

async function notify(ctx: ChannelsCtx, tx: Tx, row: ConnectedAccountRow): Promise<void> {
  const text = `The access to ${row.handle} on ${channelNames[row.channel]} has ended. Reconnect it under Channels.`
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      ...{ key: `channel-ended:${row.id}:${ctx.clock.now().getTime()}`, level: 'warning', text },
    },
    mail: null,
  })
}
