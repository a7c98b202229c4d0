import { ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import type { Channel } from '@gridloom/contract/channels/connected-account'
import type { ChannelsCtx } from './ctx.ts'
import { notBuilt } from './driver-call.ts'

/** Lists all channels, and of each how to connect accounts of it or why that is impossible. */
export function listChannels({ channelDrivers }: Pick<ChannelsCtx, 'channelDrivers'>): {
  channels: Channel[]
} {
  const channels = ChannelId.options.map((id): Channel => {
    const driver = channelDrivers.get(id)
    const obstacle = driver === undefined ? notBuilt : (driver.obstacle ?? null)
    const { kind = null, asks = null } = driver?.connecting ?? {}
    const publishes = driver?.publishing !== undefined
    return { id, name: channelNames[id], connects: kind, asks, obstacle, publishes }
  })
  return { channels }
}
