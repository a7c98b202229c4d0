import type { Disconnected } from '@gridloom/contract/channels/connected-account'
import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { userOf } from '../../../platform/ctx.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel } from '../driver-call.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import { closeConnectedAccount } from './accounts-store.ts'
import { openCredentials } from './open-credentials.ts'
import { noSuchAccount } from './owned-account.ts'
import { publishAccounts } from './publish-accounts.ts'

/**
 * Disconnects an account of the caller. Its credentials are deleted first, so that nothing uses them any more, and then
 * the channel is asked to end the access. Where it does not answer, its owner must end it there.
 * @throws Refused `not_found`
 */
export async function disconnectAccount(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
): Promise<Disconnected> {
  const accountId = userOf(ctx)
  const before = await ctx.transact(async (tx) => {
    const row = await closeConnectedAccount(tx, { id, accountId })
    if (row === undefined) throw noSuchAccount()
    await publishAccounts(tx, row)
    return row
  })
  return { revoked: await revoke(ctx, before) }
}

async function revoke(ctx: ChannelsCtx, row: ConnectedAccountRow): Promise<boolean> {
  if (row.sealed === null) return true
  const revokeAt = ctx.channelDrivers.get(row.channel)?.revoke
  if (revokeAt === undefined) return false
  try {
    const credentials = await openCredentials(ctx, row)
    await callChannel(ctx, (signal) => revokeAt(credentials, signal))
    return true
  } catch (error) {
    // The account is disconnected all the same: a channel that is down must not keep it.
    ctx.log.warn(
      { event: 'channels.revoke_failed', err: error, channel: row.channel, account: row.id },
      'a channel did not confirm the end of an access',
    )
    return false
  }
}
