import type { ChannelId } from '@gridloom/contract/channels/channel'
import type { PostLimits } from '@gridloom/contract/posts/post'

/** JSON that a driver keeps for an account, such as tokens; it is sealed at rest. */
export type Credentials = Readonly<Record<string, unknown>>

/** Everything that the platform knows of one channel. Drivers keep no state of their own. */
export interface ChannelDriver {
  readonly channel: ChannelId
  /** One sentence for users about why nobody can connect here now, such as a missing client id; otherwise undefined. */
  readonly obstacle?: string
  /** One sentence for the operator's log about what to configure instead, where users cannot help it. */
  readonly remedy?: string
  readonly connecting: Redirecting | Proving
  /** Gets new credentials where they expire. @throws ChannelFailed */
  readonly refresh?: (credentials: Credentials, signal: AbortSignal) => Promise<Refreshed>
  /** Ends what the platform granted; best effort. @throws ChannelFailed */
  readonly revoke?: (credentials: Credentials, signal: AbortSignal) => Promise<void>
  /** Publishes posts, where the channel can be published to. */
  readonly publishing?: Publishing
  /** Reads a public post again, without credentials. Returns `gone` where it is deleted or private. @throws ChannelFailed */
  readPost(url: URL, signal: AbortSignal): Promise<PublicPost | 'gone'>
}

/** The account grants access on the channel's own page (OAuth 2 with PKCE). */
export interface Redirecting {
  readonly kind: 'redirect'
  /** What the user must enter before: the server of the account, or its handle. */
  readonly asks: 'nothing' | 'server' | 'handle'
  /** `keep` is handed to `finish`, sealed, once. @throws ChannelFailed */
  begin(request: BeginRedirect): Promise<{ url: URL; keep: Credentials }>
  /** `params`: the query of the page that the channel came back to. @throws ChannelFailed */
  finish(request: FinishRedirect): Promise<Connected>
}

export interface BeginRedirect {
  readonly input: string
  /** To be in the answer unchanged. */
  readonly state: string
  readonly redirectUrl: URL
  readonly signal: AbortSignal
}

export interface FinishRedirect {
  readonly params: URLSearchParams
  readonly keep: Credentials
  readonly redirectUrl: URL
  readonly signal: AbortSignal
}

/** The account proves that it owns a page: a code, or a link of `rel="me"` to the platform, is in it. */
export interface Proving {
  readonly kind: 'proof'
  readonly asks: 'url'
  /** @throws ChannelFailed `refused` with a text that says what was found and what is missing */
  check(proof: { url: URL; code: string; meUrl: URL; signal: AbortSignal }): Promise<Connected>
}

/** An account of a channel, as the channel describes it. Names come from strangers: bound and clean them. */
export interface Connected {
  /** Unique in the channel, and kept when the account is renamed. */
  readonly externalId: string
  readonly name: string
  /** `@ada@social.example`, or the host of a website. */
  readonly handle: string
  readonly profileUrl: string
  readonly credentials: Credentials | null
  readonly expiresAt: Date | null
  readonly scopes: readonly string[]
  /** What the account's server takes, where it differs from the channel's limits. */
  readonly limits?: PostLimits
}

export type Refreshed = Pick<Connected, 'credentials' | 'expiresAt' | 'limits'>

export interface Publishing {
  /** Those of the channel, for accounts whose server says nothing else. */
  readonly limits: PostLimits
  /**
   * Publishes a post. `key` is the same in each attempt of one post: where the channel knows such keys, the driver hands
   * it over. @throws ChannelFailed `unclear` where it may have been published
   */
  publish(post: NewPost): Promise<PublishedPost>
  /** Finds the post of an `unclear` attempt. @throws ChannelFailed */
  find(post: NewPost): Promise<PublishedPost | undefined>
}

export interface NewPost {
  readonly credentials: Credentials
  readonly key: string
  readonly text: string
  readonly attachments: readonly PostAttachment[]
  /** When the first attempt began: `find` looks no further back. */
  readonly since: Date
  readonly signal: AbortSignal
}

/** A picture or video of a post. The file is read at the pace at which it is sent. */
export interface PostAttachment {
  readonly kind: 'picture' | 'video'
  readonly mime: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  /** Alternative text. */
  readonly text: string
  /** Reads the file from its beginning, with each call. */
  pieces(): AsyncIterable<Uint8Array>
}

export interface PublishedPost {
  readonly id: string
  readonly url: string
}

/** A post as everybody sees it. */
export interface PublicPost {
  readonly url: string
  /** The `externalId` of its author; null where the channel does not tell. */
  readonly authorId: string | null
  readonly text: string
  readonly links: readonly string[]
  readonly publishedAt: Date | null
}

/** Why a channel did not do what it was asked. */
export type ChannelFailure =
  /** Down, slow, or an answer that makes no sense: try later. */
  | 'unavailable'
  /** Too many requests: not before `retryAt`. */
  | 'rate_limited'
  /** The access was revoked or has expired: the user must connect again. */
  | 'reconnect'
  /** It will not do it; the text says why. */
  | 'refused'
  /** It may have done it. */
  | 'unclear'

export class ChannelFailed extends Error {
  override readonly name = 'ChannelFailed'
  readonly reason: ChannelFailure
  readonly retryAt: Date | undefined

  /** @param text one sentence that users may read, without words of the channel that were not bounded and cleaned */
  constructor(
    reason: ChannelFailure,
    text: string,
    more: { retryAt?: Date | undefined; cause?: unknown } = {},
  ) {
    super(text, { cause: more.cause })
    this.reason = reason
    this.retryAt = more.retryAt
  }
}
