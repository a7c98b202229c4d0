import { type ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../platform/ctx.ts'
import type { ChannelsCtx } from './ctx.ts'
import { type ChannelDriver, ChannelFailed, type ChannelFailure } from './drivers/driver.ts'

/** How long one call to a channel may take, with all its requests. */
export const channelCallMs = 20_000
/** The same for a publication with pictures or a video, which are sent and then processed by the channel. */
export const mediaCallMs = 5 * 60_000

/**
 * Calls a channel within its time. `late`: what it means when the time is up: of a publication nobody knows whether it
 * happened. @throws ChannelFailed
 */
export async function callChannel<T>(
  ctx: Pick<Ctx, 'clock' | 'signal'>,
  call: (signal: AbortSignal) => Promise<T>,
  { late = 'unavailable', ms = channelCallMs }: { late?: ChannelFailure; ms?: number } = {},
): Promise<T> {
  const signal = AbortSignal.any([ctx.signal, ctx.clock.timeout(ms)])
  try {
    return await call(signal)
  } catch (error) {
    if (error instanceof ChannelFailed || !signal.aborted) throw error
    throw new ChannelFailed(late, `It did not answer within ${ms / 1_000} seconds.`, {
      cause: error,
    })
  }
}

/** As {@link callChannel}, for a call whose caller waits. @throws Refused */
export async function callForCaller<T>(
  ctx: Pick<Ctx, 'clock' | 'signal'>,
  channel: ChannelId,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await callChannel(ctx, call)
  } catch (error) {
    throw error instanceof ChannelFailed ? refusalOf(ctx, channel, error) : error
  }
}

function refusalOf({ clock }: Pick<Ctx, 'clock'>, id: ChannelId, failed: ChannelFailed): Refused {
  const channel = channelNames[id]
  const { reason, message: problem, retryAt, cause } = failed
  if (reason === 'rate_limited') {
    const ms = (retryAt?.getTime() ?? 0) - clock.now().getTime()
    const seconds = Math.max(1, Math.ceil(ms / 1_000))
    return new Refused('channel_rate_limited', { details: { channel, seconds }, cause })
  }
  if (reason === 'reconnect') return new Refused('channel_expired', { details: { channel }, cause })
  const code = reason === 'refused' ? 'channel_refused' : 'channel_down'
  return new Refused(code, { details: { channel, problem }, cause })
}

/** Returns the driver of a channel whose accounts can be connected now. @throws Refused `channel_unavailable` */
export function driverOf(ctx: Pick<ChannelsCtx, 'channelDrivers'>, id: ChannelId): ChannelDriver {
  const driver = ctx.channelDrivers.get(id)
  const problem = driver === undefined ? notBuilt : driver.obstacle
  if (driver !== undefined && problem === undefined) return driver
  const details = { channel: channelNames[id], problem: problem ?? notBuilt }
  throw new Refused('channel_unavailable', { details })
}

/** Why accounts of a channel without a driver cannot be connected. */
export const notBuilt = 'This server does not support it.'
