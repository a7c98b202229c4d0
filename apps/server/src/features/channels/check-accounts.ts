import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { ChannelId } from '@gridloom/contract/channels/channel'
import { selectUnchecked, updateConnectedAccount } from './accounts/accounts-store.ts'
import { markEnded } from './accounts/end-access.ts'
import { refreshAccount } from './accounts/fresh-credentials.ts'
import { deleteExpired } from './connections/connections-store.ts'
import type { ChannelsCtx } from './ctx.ts'
import { callChannel } from './driver-call.ts'
import { ChannelFailed } from './drivers/driver.ts'
import { meUrlOf } from './proofs/me-url.ts'
import type { ConnectedAccountRow } from './schema.ts'

const hourMs = 60 * 60_000
const accessEveryMs = 24 * hourMs
const proofsEveryMs = 7 * 24 * hourMs
/** A run ends well before another replica takes it over: the next one goes on. */
const runMs = 5 * 60_000
const accountsAtOnce = 8
const accountsPerRun = 500

/**
 * Checks what was not checked for a day: access is renewed, so that its end is noticed before it is needed, and pages are
 * looked at once a week. Deletes what nobody finished.
 */
export async function checkAccounts(ctx: ChannelsCtx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact((tx) => deleteExpired(tx, now))
  const drivers = [...ctx.channelDrivers.values()]
  const due = async (channels: ChannelId[], everyMs: number) =>
    selectUnchecked(ctx.db, {
      ...{ channels, now, before: new Date(now.getTime() - everyMs), limit: accountsPerRun },
    })
  const renewed = await due(
    drivers.flatMap(({ channel, refresh }) => (refresh === undefined ? [] : [channel])),
    accessEveryMs,
  )
  const proved = await due(
    drivers.flatMap(({ channel, connecting }) => (connecting.kind === 'proof' ? [channel] : [])),
    proofsEveryMs,
  )
  const limiter = createKeyedLimiter({ atOnce: accountsAtOnce })
  const isOver = () => ctx.clock.now().getTime() > now.getTime() + runMs
  await Promise.all([
    ...renewed.map((row) => limiter.run(row.channel, async () => isOver() || renew(ctx, row))),
    ...proved.map((row) => limiter.run(row.channel, async () => isOver() || look(ctx, row))),
  ])
}

async function renew(ctx: ChannelsCtx, row: ConnectedAccountRow): Promise<void> {
  try {
    await refreshAccount(ctx, row.id, { when: 'always' })
  } catch (error) {
    failed(ctx, row, error)
  }
}

async function look(ctx: ChannelsCtx, row: ConnectedAccountRow): Promise<void> {
  const connecting = ctx.channelDrivers.get(row.channel)?.connecting
  const url = URL.parse(row.input)
  if (connecting?.kind !== 'proof' || url === null || row.code === null) return
  const proof = { url, code: row.code, meUrl: await meUrlOf(ctx, row.account_id) }
  try {
    await callChannel(ctx, (signal) => connecting.check({ ...proof, signal }))
    const changes = { checked_at: ctx.clock.now(), problem: null }
    await ctx.transact((tx) => updateConnectedAccount(tx, row.id, changes))
  } catch (error) {
    if (error instanceof ChannelFailed && error.reason === 'refused')
      return markEnded(ctx, row, error.message)
    failed(ctx, row, error)
  }
}

/** Channels that are down are asked again in an hour. */
function failed(ctx: ChannelsCtx, { id, channel }: ConnectedAccountRow, error: unknown): void {
  const isTheirs = error instanceof ChannelFailed
  const level = isTheirs ? 'info' : 'error'
  ctx.log[level](
    { event: 'channels.check_failed', err: error, channel, account: id },
    'a connected account could not be checked',
  )
}
