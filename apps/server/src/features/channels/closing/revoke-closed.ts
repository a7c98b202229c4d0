import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { openCredentials } from '../accounts/open-credentials.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { callChannel } from '../driver-call.ts'
import { ChannelFailed } from '../drivers/driver.ts'
import {
  claimRevocations,
  copyCredentials,
  deleteRevocation,
  postponeRevocation,
  type RevocationRow,
} from './revocations-store.ts'

const minuteMs = 60_000
const givesUpAfterMs = 24 * 60 * minuteMs
/** Longer than a call takes. A replica that dies leaves its claim, which ends then. */
const claimMs = 5 * minuteMs
const waitMsMax = 60 * minuteMs
const atOnce = 20
const perChannelAtOnce = 2

/**
 * Keeps the credentials of an account that is being closed, without whose they are, until its channels have ended them.
 * Channels are asked afterwards: one that is down never keeps an account from being closed.
 */
export async function keepToRevoke(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  accountId: AccountId,
): Promise<void> {
  const now = clock.now()
  const givesUpAt = new Date(now.getTime() + givesUpAfterMs)
  await copyCredentials(tx, { accountId, now, givesUpAt })
}

/**
 * Asks channels to end the access of closed accounts: again with growing pauses, for a day. The credentials are deleted
 * once it is ended, or given up. Asking twice is safe: access that has ended stays so.
 */
export async function revokeClosed(ctx: ChannelsCtx): Promise<void> {
  const now = ctx.clock.now()
  const nextTryAt = new Date(now.getTime() + claimMs)
  const due = await ctx.transact((tx) => claimRevocations(tx, { now, nextTryAt, most: atOnce }))
  const limiter = createKeyedLimiter({ atOnce: perChannelAtOnce })
  await Promise.all(due.map((row) => limiter.run(row.channel, () => revoke(ctx, row))))
}

async function revoke(ctx: ChannelsCtx, row: RevocationRow): Promise<void> {
  const { id, channel } = row
  try {
    await ask(ctx, row)
    await ctx.transact((tx) => deleteRevocation(tx, id))
  } catch (error) {
    const next = nextTry(row, ctx.clock.now(), error)
    const isOver = next === undefined || next >= row.gives_up_at
    await ctx.transact((tx) =>
      isOver ? deleteRevocation(tx, id) : postponeRevocation(tx, id, next),
    )
    if (isOver)
      ctx.log.warn(
        { event: 'channels.revocation_abandoned', err: error, channel, account: id },
        'a channel did not end the access of a closed account',
      )
  }
}

async function ask(ctx: ChannelsCtx, row: RevocationRow): Promise<void> {
  const revokeAt = ctx.channelDrivers.get(row.channel)?.revoke
  // Where a channel has no way to end access, nothing is left to keep.
  if (revokeAt === undefined) return
  const credentials = await openCredentials(ctx, row)
  await callChannel(ctx, (signal) => revokeAt(credentials, signal))
}

/** When a channel is asked again; undefined where its answer is final. */
function nextTry({ attempts }: RevocationRow, now: Date, error: unknown): Date | undefined {
  const failed = error instanceof ChannelFailed ? error : undefined
  if (failed?.reason === 'refused' || failed?.reason === 'reconnect') return undefined
  const waitMs = Math.min(minuteMs * 2 ** (attempts - 1), waitMsMax)
  const next = new Date(now.getTime() + waitMs)
  const { retryAt } = failed ?? {}
  return retryAt !== undefined && retryAt > next ? retryAt : next
}
