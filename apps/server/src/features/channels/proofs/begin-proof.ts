import type { ChannelId } from '@gridloom/contract/channels/channel'
import {
  type ChannelProof,
  connectedAccountsMax,
  proofLifeS,
} from '@gridloom/contract/channels/connected-account'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { driverOf } from '../driver-call.ts'
import type { Proving } from '../drivers/driver.ts'
import { proofFileUrl } from '../drivers/website/proof-places.ts'
import { meUrlOf } from './me-url.ts'
import { countProofs, findProof, keepProof } from './proofs-store.ts'

/**
 * Returns the code that proves that a page is the caller's; the same one for a week.
 * @throws Refused `channel_unavailable`, `invalid_input` for a page that cannot be proved, `limit_reached` with 20 codes
 */
export async function beginProof(
  ctx: ChannelsCtx,
  { channel, url: given }: { channel: ChannelId; url: string },
): Promise<ChannelProof> {
  provingOf(ctx, channel)
  const [accountId, now] = [userOf(ctx), ctx.clock.now()]
  const url = provedUrl(given)
  const key = { account_id: accountId, channel, url: url.href }
  const present = await findProof(ctx.db, key, now)
  if (present === undefined && (await countProofs(ctx.db, accountId, now)) >= connectedAccountsMax)
    throw new Refused('limit_reached', {
      details: { max: connectedAccountsMax, what: 'codes for pages' },
    })
  const proof = await ctx.transact((tx) => {
    tx.note({ subject: channel })
    const code = `gridloom-verify-${ctx.ids.label()}`
    const expiresAt = new Date(now.getTime() + proofLifeS * 1_000)
    return keepProof(tx, { ...key, code, expires_at: expiresAt }, now)
  })
  return {
    ...{ url: url.href, code: proof.code, me_url: (await meUrlOf(ctx, accountId)).href },
    file_url: proofFileUrl(url).href,
    expires_at: proof.expires_at.toISOString(),
  }
}

/**
 * Returns the page that is proved: without fragment, and without a query, in which a page could repeat what strangers
 * put there. @throws Refused `invalid_input`
 */
export function provedUrl(given: string): URL {
  const url = URL.parse(given)
  if (url === null || url.username !== '' || url.password !== '')
    throw new Refused('invalid_input', { fields: { url: 'Use an https address' } })
  if (url.search !== '')
    throw new Refused('invalid_input', { fields: { url: 'Use an address without ?' } })
  url.hash = ''
  return url
}

export function provingOf(ctx: ChannelsCtx, channel: ChannelId): Proving {
  const { connecting } = driverOf(ctx, channel)
  if (connecting.kind === 'proof') return connecting
  throw new Refused('channel_unavailable', {
    details: { channel, problem: 'access is granted at the channel instead.' },
  })
}
