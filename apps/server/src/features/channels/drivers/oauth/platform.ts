import type { PostLimits } from '@gridloom/contract/posts/post'
import type { OauthChannel, OauthClient } from '../../../../channels-config.ts'
import type { OutsideResponse } from '../../../../platform/outbound/fetch-outside.ts'
import type { NewPost, PublicPost, PublishedPost } from '../driver.ts'
import type { ChannelRequest } from '../outgoing/request-channel.ts'

/** How a platform's OAuth and API differ from those of the others. */
export interface OauthPlatform {
  readonly channel: OauthChannel
  readonly authorizeUrl: string
  /** Fields of the authorization request beside those of OAuth. */
  readonly authorizeFields?: Readonly<Record<string, string>>
  readonly tokenUrl: string
  /** Undefined where a platform has none: users end the access on its own pages. */
  readonly revokeUrl?: string
  /** The token that is revoked; the refresh token where there is one by default. */
  readonly revokes?: 'access'
  readonly scopes: readonly string[]
  readonly scopeSeparator: ' ' | ','
  /** Whether it knows PKCE (RFC 7636). Where it does not, the secret and the state protect the code. */
  readonly pkce: 'S256' | 'none'
  /** `header`: HTTP Basic. `form`: fields. */
  readonly clientIn: 'header' | 'form'
  /** Where an app without a secret names itself; in the form by default. `header`: with an empty password. */
  readonly publicClientIn?: 'header' | 'form'
  readonly clientIdField: 'client_id' | 'client_key'
  /** Where access is prolonged in another way than by a refresh token. */
  readonly longLived?: LongLived
  /** @throws ChannelFailed */
  whoAmI(api: PlatformApi): Promise<PlatformAccount>
  readonly publishing?: PlatformPublishing
  /** How posts are read without credentials; or why they can't be, in one sentence for users. */
  readonly posts: PublicPosts | string
}

/** Access that is exchanged for one that lasts longer, as at Meta. Requests that return tokens. */
export interface LongLived {
  readonly exchange: (accessToken: string, client: OauthClient) => string
  readonly refresh: (accessToken: string) => string
}

export interface PlatformAccount {
  readonly externalId: string
  readonly name: string
  readonly handle: string
  readonly profileUrl: string
}

/** Calls as an account. A token that is not accepted fails as `reconnect`. */
export interface PlatformApi {
  readonly clientId: string
  readonly name: string
  /** The version of the API, where the platform asks for one. */
  readonly version: string
  now(): Date
  /** @throws ChannelFailed */
  call(request: Omit<ChannelRequest, 'signal'>): Promise<OutsideResponse>
}

export interface PlatformPublishing {
  readonly limits: PostLimits
  publish(api: PlatformApi, account: AccountOfPost, post: NewPost): Promise<PublishedPost>
  /** @throws ChannelFailed `unclear` where the platform does not let apps look for it */
  find(api: PlatformApi, account: AccountOfPost, post: NewPost): Promise<PublishedPost | undefined>
}

export interface AccountOfPost {
  readonly externalId: string
  readonly handle: string
}

/** Requests to a platform without credentials. */
export interface PublicReader {
  readonly name: string
  /** @throws ChannelFailed */
  read(url: string): Promise<OutsideResponse>
}

export interface PublicPosts {
  /** The address that is asked for, or undefined where the URL is not one of a post. */
  addressOf(url: URL): string | undefined
  /** @throws ChannelFailed */
  read(reader: PublicReader, address: string): Promise<PublicPost | 'gone'>
}
