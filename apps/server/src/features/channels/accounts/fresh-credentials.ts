import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel, channelCallMs } from '../driver-call.ts'
import { ChannelFailed, type Credentials, type Refreshed } from '../drivers/driver.ts'
import type { ConnectedAccountRow } from '../schema.ts'
import { claimRefresh, endRefresh, findConnectedAccount, saveNotBefore } from './accounts-store.ts'
import { markEnded } from './end-access.ts'
import { openCredentials } from './open-credentials.ts'

/** Credentials are replaced this long before they expire, unless the call they are fetched for takes longer. */
const renewBeforeMs = 2 * 60_000
const leaseMs = channelCallMs + 10_000
const lookEveryMs = 250

/** An account and what opens it. */
export interface UsableAccount {
  readonly row: ConnectedAccountRow
  readonly credentials: Credentials
}

/**
 * Returns a connected account with credentials that are valid now, new ones where the stored ones expire soon.
 * @throws ChannelFailed `reconnect` where the access has ended, `rate_limited`, `unavailable`
 */
export async function usableAccount(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
  { lastsMs = renewBeforeMs }: { lastsMs?: number } = {},
): Promise<UsableAccount> {
  const row = await findConnectedAccount(ctx.db, id)
  if (row?.state !== 'connected') throw ended()
  const now = ctx.clock.now()
  if (row.not_before !== null && row.not_before > now)
    throw new ChannelFailed('rate_limited', 'It accepts no more requests now.', {
      retryAt: row.not_before,
    })
  if (!isDue(row, now, lastsMs)) return { row, credentials: await openCredentials(ctx, row) }
  try {
    return await refreshAccount(ctx, id, { when: 'due', lastsMs })
  } catch (error) {
    const isDown = error instanceof ChannelFailed && error.reason === 'unavailable'
    if (!isDown || row.expires_at === null || row.expires_at <= ctx.clock.now()) throw error
    return { row, credentials: await openCredentials(ctx, row) }
  }
}

function isDue({ expires_at: expiresAt }: ConnectedAccountRow, now: Date, ms: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() + ms
}

/**
 * Gets new credentials for an account: one call at a time over all replicas, as many channels accept a refresh token once.
 * Whoever comes second uses what the first one got. `when`: `always` also replaces those that are valid.
 *
 * A process that dies between the channel's answer and the write loses what it got; the account is then reconnected.
 * @throws ChannelFailed
 */
export async function refreshAccount(
  ctx: ChannelsCtx,
  id: ConnectedAccountId,
  { when, lastsMs = renewBeforeMs }: { when: 'due' | 'always'; lastsMs?: number },
): Promise<UsableAccount> {
  return ctx.channelRefreshes.run(id, async () => {
    const deadline = AbortSignal.any([ctx.signal, ctx.clock.timeout(leaseMs)])
    for (;;) {
      const row = await findConnectedAccount(ctx.db, id)
      if (row?.state !== 'connected') throw ended()
      if (when === 'due' && !isDue(row, ctx.clock.now(), lastsMs))
        return { row, credentials: await openCredentials(ctx, row) }
      const lease = ctx.ids.secret()
      const claimed = await claim(ctx, id, lease)
      if (claimed !== undefined && (when === 'always' || isDue(claimed, ctx.clock.now(), lastsMs)))
        return refreshClaimed(ctx, claimed, lease)
      // Another replica renewed it between the look and the claim.
      if (claimed !== undefined) {
        await ctx.transact((tx) => endRefresh(tx, { id, lease }, {}))
        continue
      }
      if (when === 'always') return { row, credentials: await openCredentials(ctx, row) }
      await waitForOther(ctx, deadline)
    }
  })
}

async function waitForOther({ clock }: ChannelsCtx, deadline: AbortSignal): Promise<void> {
  try {
    await clock.sleep(lookEveryMs, deadline)
  } catch (cause) {
    throw new ChannelFailed('unavailable', 'Its access is being renewed.', { cause })
  }
}

function claim(ctx: ChannelsCtx, id: ConnectedAccountId, lease: string) {
  const now = ctx.clock.now()
  const endsAt = new Date(now.getTime() + leaseMs)
  return ctx.transact((tx) => claimRefresh(tx, id, { lease, now, endsAt }))
}

async function refreshClaimed(
  ctx: ChannelsCtx,
  row: ConnectedAccountRow,
  lease: string,
): Promise<UsableAccount> {
  const refresh = ctx.channelDrivers.get(row.channel)?.refresh
  try {
    const old = await openCredentials(ctx, row)
    if (refresh === undefined) throw ended()
    const fresh = await callChannel(ctx, (signal) => refresh(old, signal))
    return await saveFresh(ctx, { row, lease, old, fresh })
  } catch (error) {
    await settleFailure(ctx, { row, lease }, error)
    throw error
  }
}

async function saveFresh(
  ctx: ChannelsCtx,
  refreshed: { row: ConnectedAccountRow; lease: string; old: Credentials; fresh: Refreshed },
): Promise<UsableAccount> {
  const { row, lease, fresh } = refreshed
  const credentials = fresh.credentials ?? refreshed.old
  const sealed = await ctx.channelSecrets.seal(JSON.stringify(credentials), row.id)
  const saved = await ctx.transact((tx) =>
    endRefresh(
      tx,
      { id: row.id, lease },
      {
        ...{ sealed, expires_at: fresh.expiresAt, checked_at: ctx.clock.now() },
        ...{ problem: null, not_before: null },
        ...(fresh.limits && { limits: JSON.stringify(fresh.limits) }),
      },
    ),
  )
  // Taken over, or connected anew: what was stored since counts.
  if (saved === undefined)
    throw new ChannelFailed('unavailable', 'Its access was changed meanwhile.')
  return { row: saved, credentials }
}

/** Ends the refresh: the access has ended, or the stored credentials stay and the next one tries again. */
async function settleFailure(
  ctx: ChannelsCtx,
  { row, lease }: { row: ConnectedAccountRow; lease: string },
  error: unknown,
): Promise<void> {
  if (error instanceof ChannelFailed && error.reason === 'reconnect')
    return markEnded(ctx, row, error.message)
  const problem = error instanceof ChannelFailed ? error.message : 'It could not be checked.'
  const retryAt = error instanceof ChannelFailed ? error.retryAt : undefined
  await ctx.transact(async (tx) => {
    await endRefresh(tx, { id: row.id, lease }, { problem })
    if (retryAt !== undefined) await saveNotBefore(tx, row.id, retryAt)
  })
}

function ended(): ChannelFailed {
  return new ChannelFailed('reconnect', 'The access to this account has ended.')
}
