import type { ChannelAccess } from '../outgoing/call-channel.ts'

/** What Bluesky is reached with. */
export interface BlueskyAccess extends ChannelAccess {
  /** The directory of `did:plc`, without a path. */
  readonly plcUrl: string
  /** Where the documents of a host are. */
  readonly webOrigin: (host: string) => string
  /** The text records of a name (DNS). Rejects where there are none. */
  readonly readTexts: (name: string) => Promise<readonly (readonly string[])[]>
}
