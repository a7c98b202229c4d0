import type { Clock } from '@gridloom/async/clock'
import { channelNames } from '@gridloom/contract/channels/channel'
import type { OauthClient } from '../../../../channels-config.ts'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import {
  type ChannelDriver,
  ChannelFailed,
  type Credentials,
  type NewPost,
  type PublicPost,
  type Publishing,
  type Refreshed,
} from '../driver.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import { apiOf } from './api-of.ts'
import { beginConsent, finishConsent } from './consent.ts'
import { addressesAt, type OauthAccess } from './oauth-access.ts'
import type { OauthPlatform, PlatformPublishing } from './platform.ts'
import {
  clientProof,
  expiryOf,
  readAccount,
  readTokens,
  reconnectText,
  requestTokens,
} from './tokens.ts'

export interface OauthDriverOptions {
  readonly outside: Outside
  readonly clock: Clock
  /** Undefined where the operator has registered no app: nobody can connect, while public posts can be read. */
  readonly client: OauthClient | undefined
  readonly standInUrl: string | null
  /** Of the platforms that ask for one, which is LinkedIn. */
  readonly apiVersion: string
}

/** A platform that accounts connect to by OAuth 2 (RFC 6749, RFC 9700), by its description. */
export function createOauthDriver(
  platform: OauthPlatform,
  { outside, clock, client, standInUrl, apiVersion }: OauthDriverOptions,
): ChannelDriver {
  const name = channelNames[platform.channel]
  const obstacle = `The operator of this site has not set up ${name} yet.`
  const access: OauthAccess = {
    ...{ outside, clock, name, at: addressesAt(standInUrl), apiVersion },
    client: client ?? { clientId: '', clientSecret: null },
  }
  const { revokeUrl, publishing } = platform
  return {
    channel: platform.channel,
    ...(client === undefined && { obstacle }),
    connecting: {
      kind: 'redirect',
      asks: 'nothing',
      async begin(request) {
        if (client === undefined) throw new ChannelFailed('refused', obstacle)
        return beginConsent(access, platform, request)
      },
      finish: (request) => finishConsent(access, platform, request),
    },
    refresh: (credentials, signal) => refreshAccess(access, platform, { credentials, signal }),
    ...(revokeUrl !== undefined && {
      revoke: (credentials: Credentials, signal: AbortSignal) =>
        revokeAccess(access, platform, { url: revokeUrl, credentials, signal }),
    }),
    ...(publishing !== undefined && { publishing: publishingOf(access, publishing) }),
    readPost: (url, signal) => readPost(access, platform, { url, signal }),
  }
}

interface KnownAccount {
  readonly credentials: Credentials
  readonly signal: AbortSignal
}

/** @throws ChannelFailed `reconnect` where the account has to grant access anew */
async function refreshAccess(
  access: OauthAccess,
  platform: OauthPlatform,
  { credentials, signal }: KnownAccount,
): Promise<Refreshed> {
  const account = readAccount(access.name, credentials)
  const { longLived } = platform
  const tokens =
    longLived !== undefined
      ? await readTokens(access, { url: longLived.refresh(account.accessToken), signal })
      : account.refreshToken === null
        ? undefined
        : await requestTokens(access, platform, {
            fields: { grant_type: 'refresh_token', refresh_token: account.refreshToken },
            signal,
          })
  if (tokens === undefined) throw new ChannelFailed('reconnect', reconnectText(access.name))
  return {
    credentials: {
      ...account,
      accessToken: tokens.access_token,
      // Platforms that send none go on accepting the one before.
      refreshToken: tokens.refresh_token ?? account.refreshToken,
    },
    expiresAt: expiryOf(tokens, access.clock.now()),
  }
}

/** Revokes the refresh token, and with it what was issued for it (RFC 7009). @throws ChannelFailed */
async function revokeAccess(
  access: OauthAccess,
  platform: OauthPlatform,
  { url, credentials, signal }: KnownAccount & { url: string },
): Promise<void> {
  const { accessToken, refreshToken } = readAccount(access.name, credentials)
  const { headers, clientFields } = clientProof(access, platform)
  // TikTok and Twitch document the access token alone.
  const token = platform.revokes === 'access' ? accessToken : (refreshToken ?? accessToken)
  const body = new URLSearchParams({ ...clientFields, token })
  const { status } = await requestChannel(access, { url: access.at(url), headers, body, signal })
  if (status >= 400) throw new ChannelFailed('refused', `${access.name} did not end the access.`)
}

function publishingOf(access: OauthAccess, publishing: PlatformPublishing): Publishing {
  const prepared = ({ credentials, signal }: NewPost) => {
    const account = readAccount(access.name, credentials)
    return { api: apiOf(access, account.accessToken, signal), account }
  }
  return {
    limits: publishing.limits,
    async publish(post) {
      const { api, account } = prepared(post)
      const { pictures, video } = publishing.limits
      if (post.attachments.some(({ kind }) => (kind === 'video' ? video : pictures) === null))
        throw new ChannelFailed('refused', `${access.name} does not take this media from here.`)
      return publishing.publish(api, account, post)
    },
    async find(post) {
      const { api, account } = prepared(post)
      return publishing.find(api, account, post)
    },
  }
}

async function readPost(
  access: OauthAccess,
  { posts }: OauthPlatform,
  { url, signal }: { url: URL; signal: AbortSignal },
): Promise<PublicPost | 'gone'> {
  if (typeof posts === 'string') throw new ChannelFailed('unavailable', posts)
  const address = posts.addressOf(url)
  if (address === undefined)
    throw new ChannelFailed('refused', `This is not the address of a post on ${access.name}.`)
  const read = (asked: string) => requestChannel(access, { url: access.at(asked), signal })
  return posts.read({ name: access.name, read }, address)
}
