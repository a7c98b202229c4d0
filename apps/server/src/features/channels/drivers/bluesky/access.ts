import type { ChannelAccess } from '../outgoing/request-channel.ts'

/** What Bluesky is reached with. */
export interface BlueskyAccess extends ChannelAccess {
  /** The directory of `did:plc`, without a path. */
  readonly plcUrl: string
  /** Where the documents of a host are. */
  readonly webOrigin: (host: string) => string
  /** A server that is asked for the account of a handle instead of the handle's own host. */
  readonly handleResolverUrl: string | null
  /** The text records of a name (DNS). Rejects where there are none. */
  readonly readTexts: (name: string) => Promise<readonly (readonly string[])[]>
}
