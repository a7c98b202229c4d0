import type { ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import { Refused } from '@gridloom/contract/errors'
import { sessionOf, userOf } from '../../../platform/ctx.ts'
import { transact } from '../../../platform/database/transact.ts'
import { hashSecret } from '../../../platform/ids.ts'
import { shownAccount } from '../accounts/list-connected-accounts.ts'
import { asCredentials } from '../accounts/open-credentials.ts'
import { saveConnected } from '../accounts/save-connected.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callForCaller, driverOf } from '../driver-call.ts'
import type { ConnectionRow } from '../schema.ts'
import { takeConnection } from './connections-store.ts'
import { returnUrl } from './return-url.ts'

/**
 * Finishes a connection of the caller's session. It is taken before the channel is asked, so that of two browsers one
 * wins: both would otherwise use the same code, which ends the access at many channels.
 * @throws Refused `connection_expired`, `connected_account_taken`, `connected_account_other`, `limit_reached`, and the
 * failures of the channel
 */
export async function finishConnection(
  ctx: ChannelsCtx,
  { query }: { query: string },
): Promise<ConnectedAccount> {
  const params = new URLSearchParams(query)
  const taken = await take(ctx, params)
  const { connecting } = driverOf(ctx, taken.channel)
  if (connecting.kind !== 'redirect') throw new Refused('connection_expired')
  const keep = asCredentials(
    JSON.parse(await ctx.channelSecrets.open(taken.sealed, taken.state_hash)),
  )
  const connected = await callForCaller(ctx, taken.channel, (signal) =>
    connecting.finish({ params, keep, redirectUrl: returnUrl(ctx), signal }),
  )
  const { account_id: accountId, channel, input, reconnects } = taken
  const row = await saveConnected(ctx, {
    ...{ accountId, channel, input, reconnects },
    ...{ connected, code: null },
  })
  return shownAccount(row)
}

async function take(ctx: ChannelsCtx, params: URLSearchParams): Promise<ConnectionRow> {
  const of = {
    stateHash: hashSecret(params.get('state') ?? ''),
    ...{ accountId: userOf(ctx), sessionId: sessionOf(ctx), now: ctx.clock.now() },
  }
  // Not through the context, which would write the audit event before the outcome is known.
  const taken = await transact(ctx.db, (tx) => takeConnection(tx, of))
  if (taken === undefined) throw new Refused('connection_expired')
  return taken
}
