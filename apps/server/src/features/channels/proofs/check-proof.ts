import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import { selectConnectedAccounts } from '../accounts/accounts-store.ts'
import { shownAccount } from '../accounts/list-connected-accounts.ts'
import { saveConnected } from '../accounts/save-connected.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callForCaller } from '../driver-call.ts'
import { provedUrl, provingOf } from './begin-proof.ts'
import { meUrlOf } from './me-url.ts'
import { findProof } from './proofs-store.ts'

/**
 * Looks for the code in a page, and connects the page where it is found. A page that was connected before is checked with
 * the code that it has.
 * @throws Refused `connection_expired` without a code for this page, `connected_account_taken`, `limit_reached`, and the
 * failures of the channel
 */
export async function checkProof(
  ctx: ChannelsCtx,
  { channel, url: given }: { channel: ChannelId; url: string },
): Promise<ConnectedAccount> {
  const connecting = provingOf(ctx, channel)
  const accountId = userOf(ctx)
  const url = provedUrl(given)
  const code = await codeOf(ctx, { channel, url })
  const meUrl = await meUrlOf(ctx, accountId)
  const connected = await callForCaller(ctx, channel, (signal) =>
    connecting.check({ url, code, meUrl, signal }),
  )
  const row = await saveConnected(ctx, {
    ...{ accountId, channel, connected, input: url.href, code, reconnects: null },
  })
  return shownAccount(row)
}

async function codeOf(
  ctx: ChannelsCtx,
  { channel, url }: { channel: ChannelId; url: URL },
): Promise<string> {
  const key = { account_id: userOf(ctx), channel, url: url.href }
  const own = await selectConnectedAccounts(ctx.db, key.account_id)
  const before = own.find(
    (row) => row.channel === channel && [row.input, row.external_id].includes(url.href),
  )
  const code = before?.code ?? (await findProof(ctx.db, key, ctx.clock.now()))?.code
  if (code === undefined) throw new Refused('connection_expired')
  return code
}
