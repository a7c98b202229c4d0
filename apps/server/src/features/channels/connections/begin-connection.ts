import type { ChannelId } from '@gridloom/contract/channels/channel'
import {
  type BegunConnection,
  connectedAccountsMax,
  connectionLifeS,
} from '@gridloom/contract/channels/connected-account'
import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sessionOf, userOf } from '../../../platform/ctx.ts'
import { hashSecret } from '../../../platform/ids.ts'
import { countConnectedAccounts } from '../accounts/accounts-store.ts'
import { connectedAccountQuota } from '../accounts/connected-account-quota.ts'
import { ownedAccount } from '../accounts/owned-account.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callForCaller, driverOf } from '../driver-call.ts'
import type { Redirecting } from '../drivers/driver.ts'
import { insertConnection } from './connections-store.ts'
import { returnUrl } from './return-url.ts'

interface Beginning {
  readonly channel: ChannelId
  readonly input: string
  readonly reconnects: ConnectedAccountId | null
}

/**
 * Begins to connect an account of a channel where access is granted at the channel.
 * @throws Refused `channel_unavailable`, `invalid_input`, `limit_reached`, and the failures of the channel
 */
export async function beginConnection(
  ctx: ChannelsCtx,
  { channel, input }: Omit<Beginning, 'reconnects'>,
): Promise<BegunConnection> {
  if ((await countConnectedAccounts(ctx.db, [userOf(ctx)])) >= connectedAccountsMax) {
    const { max, what } = connectedAccountQuota
    throw new Refused('limit_reached', { details: { max, what } })
  }
  return begin(ctx, { channel, input, reconnects: null })
}

/**
 * Begins to connect an account of the caller again, at the server that was named for it.
 * @throws Refused `not_found`, and as {@link beginConnection}
 */
export async function reconnectAccount(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
): Promise<BegunConnection> {
  const { channel, input } = await ownedAccount(ctx, id)
  return begin(ctx, { channel, input, reconnects: id })
}

async function begin(ctx: ChannelsCtx, beginning: Beginning): Promise<BegunConnection> {
  const [accountId, sessionId] = [userOf(ctx), sessionOf(ctx)]
  const { channel, reconnects } = beginning
  const connecting = redirectingOf(ctx, channel)
  const input = connecting.asks === 'nothing' ? '' : beginning.input
  if (connecting.asks !== 'nothing' && input === '')
    throw new Refused('invalid_input', { fields: { input: `Enter your ${connecting.asks}` } })
  const state = ctx.ids.secret()
  const redirectUrl = returnUrl(ctx)
  const { url, keep } = await callForCaller(ctx, channel, (signal) =>
    connecting.begin({ input, state, redirectUrl, signal }),
  )
  const stateHash = hashSecret(state)
  const expiresAt = new Date(ctx.clock.now().getTime() + connectionLifeS * 1_000)
  const sealed = await ctx.channelSecrets.seal(JSON.stringify(keep), stateHash)
  await ctx.transact((tx) => {
    if (reconnects === null) tx.note({ subject: channel })
    return insertConnection(tx, {
      ...{ state_hash: stateHash, account_id: accountId, session_id: sessionId, channel, input },
      ...{ sealed, reconnects, expires_at: expiresAt },
    })
  })
  return { url: url.href, expires_at: expiresAt.toISOString() }
}

function redirectingOf(ctx: ChannelsCtx, channel: ChannelId): Redirecting {
  const { connecting } = driverOf(ctx, channel)
  if (connecting.kind === 'redirect') return connecting
  throw new Refused('channel_unavailable', {
    details: { channel, problem: 'put the code in your page and check it instead.' },
  })
}
