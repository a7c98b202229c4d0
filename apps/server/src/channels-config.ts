import type { ChannelId } from '@gridloom/contract/channels/channel'

/** The channels that accounts connect to by OAuth 2, with an app that the operator has registered there. */
export type OauthChannel = Extract<
  ChannelId,
  'youtube' | 'x' | 'tiktok' | 'instagram' | 'reddit' | 'twitch' | 'linkedin' | 'discord'
>

/** The app that the operator has registered at a platform. */
export interface OauthClient {
  readonly clientId: string
  /** Null where the app is a public one. */
  readonly clientSecret: string | null
}

/** How accounts of channels are connected. */
export interface ChannelsConfig {
  /** The apps that the operator has registered at platforms. */
  readonly apps: Readonly<Partial<Record<OauthChannel, OauthClient>>>
  /** The version of LinkedIn's API, `YYYYMM`. */
  readonly linkedinApiVersion: string
  /** Where all platforms are asked instead; null but in tests. */
  readonly standInUrl: string | null
  readonly bluesky: {
    /** The directory of accounts (did:plc), without a path. */
    readonly directoryUrl: string
    /** A server that is asked for the account of a handle; null: the handle's own host is. */
    readonly handleResolverUrl: string | null
  }
}

/** Whether the app of a platform has a secret. */
const secrets: Readonly<Record<OauthChannel, 'required' | 'optional'>> = {
  ...{ youtube: 'required', x: 'optional', tiktok: 'required', instagram: 'required' },
  ...{ reddit: 'optional', twitch: 'required', linkedin: 'required', discord: 'optional' },
} as const

/** LinkedIn serves each version for at least a year from its month: this one to July 2027 at least. */
const usualLinkedinVersion = '202607'
const usualDirectory = 'https://plc.directory'
const appVariable = /^CHANNEL_([A-Z]+)_CLIENT_(?:ID|SECRET)$/

/**
 * Reads the apps of platforms from `CHANNEL_<PLATFORM>_CLIENT_ID` and `CHANNEL_<PLATFORM>_CLIENT_SECRET`. A platform without
 * an ID is not offered.
 */
export function readChannelsConfig(set: Readonly<Record<string, unknown>>): {
  config: ChannelsConfig
  problems: string[]
} {
  const problems: string[] = []
  for (const name of Object.keys(set)) {
    const platform = appVariable.exec(name)?.[1]?.toLowerCase()
    if (platform !== undefined && !Object.hasOwn(secrets, platform))
      problems.push(`${name}: no such platform (supported: ${Object.keys(secrets).join(', ')})`)
  }
  const entries = oauthChannelsOf(secrets).flatMap((channel) => {
    const app = readApp(set, { channel, problems })
    return app === undefined ? [] : [[channel, app] as const]
  })
  const originOf = (name: string) => readOrigin(set, { name, problems })
  return {
    config: {
      apps: Object.fromEntries(entries),
      linkedinApiVersion: readVersion(set, problems),
      standInUrl: originOf('CHANNELS_STAND_IN'),
      bluesky: {
        directoryUrl: originOf('CHANNEL_BLUESKY_DIRECTORY') ?? usualDirectory,
        handleResolverUrl: originOf('CHANNEL_BLUESKY_HANDLE_RESOLVER'),
      },
    },
    problems,
  }
}

function readApp(
  set: Readonly<Record<string, unknown>>,
  { channel, problems }: { channel: OauthChannel; problems: string[] },
): OauthClient | undefined {
  const idName = `CHANNEL_${channel.toUpperCase()}_CLIENT_ID`
  const secretName = `CHANNEL_${channel.toUpperCase()}_CLIENT_SECRET`
  const { [idName]: clientId, [secretName]: clientSecret } = set
  if (clientId === undefined) {
    if (clientSecret !== undefined) problems.push(`${idName}: required when ${secretName} is set`)
    return undefined
  }
  if (!isToken(clientId)) problems.push(`${idName}: must be 1 to 300 characters without spaces`)
  else if (clientSecret === undefined && secrets[channel] === 'required')
    problems.push(`${secretName}: required when ${idName} is set`)
  else if (clientSecret === undefined) return { clientId, clientSecret: null }
  else if (!isToken(clientSecret))
    problems.push(`${secretName}: must be 1 to 300 characters without spaces`)
  else return { clientId, clientSecret }
  return undefined
}

function readVersion(set: Readonly<Record<string, unknown>>, problems: string[]): string {
  const { CHANNEL_LINKEDIN_API_VERSION: version = usualLinkedinVersion } = set
  if (typeof version === 'string' && /^20\d{2}(?:0[1-9]|1[0-2])$/.test(version)) return version
  problems.push('CHANNEL_LINKEDIN_API_VERSION: must be a year and a month, such as 202607')
  return usualLinkedinVersion
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[!-~]{1,300}$/.test(value)
}

function readOrigin(
  set: Readonly<Record<string, unknown>>,
  { name, problems }: { name: string; problems: string[] },
): string | null {
  const value = set[name]
  if (value === undefined) return null
  const url = typeof value === 'string' ? URL.parse(value) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  if (isOrigin) return url.origin
  problems.push(`${name}: must be an http or https address without a path`)
  return null
}

/** Named cast: the keys of the record are its channels. */
function oauthChannelsOf(of: typeof secrets): OauthChannel[] {
  return Object.keys(of) as OauthChannel[]
}
