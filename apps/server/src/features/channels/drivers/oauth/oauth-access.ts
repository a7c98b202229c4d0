import type { OauthClient } from '../../../../channels-config.ts'
import type { ChannelAccess } from '../outgoing/request-channel.ts'

/** What a platform is reached with. */
export interface OauthAccess extends ChannelAccess {
  readonly client: OauthClient
  readonly apiVersion: string
  /** The address to ask instead: that of a stand-in in tests, else the same. */
  readonly at: (url: string) => string
}

/** Sends requests for `https://HOST/PATH` to `STAND_IN/HOST/PATH`. */
export function addressesAt(standInUrl: string | null): OauthAccess['at'] {
  if (standInUrl === null) return (url) => url
  return (url) => url.replace(/^https:\/\//, `${standInUrl}/`)
}
