import type { KeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { Ctx } from '../../platform/ctx.ts'
import type { SecretSealer } from '../../platform/secret-sealer.ts'
import type { SigningKey } from './drivers/bluesky/signed-token.ts'
import type { ChannelDriver } from './drivers/driver.ts'
import type { HostPauses } from './posts/host-pauses.ts'

/** The adapters that this feature makes. */
export interface ChannelAdapters {
  /** The channels that this server knows how to connect. */
  readonly channelDrivers: ReadonlyMap<ChannelId, ChannelDriver>
  /** Signs as this site at Bluesky servers. */
  readonly blueskyClientKey: SigningKey
  /** Seals credentials of connected accounts. */
  readonly channelSecrets: SecretSealer
  /** One refresh of an account at a time on this replica. */
  readonly channelRefreshes: KeyedLimiter
  /** Hosts of public posts that accept no requests now. */
  readonly channelPauses: HostPauses
}

/** The context of this feature. */
export interface ChannelsCtx extends Ctx, ChannelAdapters {
  /** The product's public address, for the page that channels come back to. */
  readonly publicUrl: string
}
