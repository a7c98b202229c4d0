import { z } from 'zod'
import { ConnectedAccountId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { ChannelId } from './channel.ts'

/** Accounts of channels that one Gridloom account can have connected at a time. */
export const connectedAccountsMax = 20

/** How long the owner of an account has to grant access at its channel. */
export const connectionLifeS = 600

/** How long a code stays valid that is put in a page. */
export const proofLifeS = 7 * 86_400

/**
 * A channel. `connects`: `redirect` means that access is granted at the channel, after entering what it `asks` for;
 * `proof` means that a code is put in a page. Both are null where this server does not know how. `obstacle` says why no
 * account can be connected now.
 */
export const Channel = z.strictObject({
  id: ChannelId,
  name: z.string().meta({ examples: ['Mastodon'] }),
  connects: z.enum(['redirect', 'proof']).nullable(),
  asks: z.enum(['nothing', 'server', 'handle', 'url']).nullable(),
  obstacle: z
    .string()
    .nullable()
    .meta({ examples: ['This server does not support it.'] }),
  /** Whether posts can be published to it. */
  publishes: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/**
 * ```
 *               access ended                 access ended
 *              (its time was up)            (before its time)
 *   expired ◀──────────────── connected ────────────────▶ revoked
 *      │                       ▲  │                          │
 *      └─────── reconnect ─────┘  │ disconnect               │
 *                                 ▼                          │
 *              disconnected (from each of them) ◀────────────┘
 * ```
 */
export const connectedAccountMoves = {
  connected: ['expired', 'revoked', 'disconnected'],
  expired: ['connected', 'disconnected'],
  revoked: ['connected', 'disconnected'],
  disconnected: ['connected'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The state of an account that is listed. Those that were disconnected are not. */
export const ConnectedAccountState = z.enum(['connected', 'expired', 'revoked'])
export type ConnectedAccountState = z.infer<typeof ConnectedAccountState>

/** An account of a channel that is connected to the caller's account. */
export const ConnectedAccount = z.strictObject({
  id: ConnectedAccountId,
  channel: ChannelId,
  name: z.string().meta({ examples: ['Ada Lovelace'] }),
  /** `@ada@social.example`, or the host of a website. */
  handle: z.string().meta({ examples: ['@ada@social.example'] }),
  profile_url: z.string().meta({ examples: ['https://social.example/@ada'] }),
  state: ConnectedAccountState,
  scopes: z.array(z.string().meta({ examples: ['write:statuses'] })),
  connected_at: Timestamp,
  /** When the channel last confirmed the access. */
  last_checked_at: Timestamp,
  /** What the last check found, in one sentence; null where it succeeded. */
  problem: z.string().nullable(),
})
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

/** What a channel asks for before a connection: the server of the account or its handle; empty where it asks nothing. */
export const NewConnection = z.strictObject({
  input: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ examples: ['social.example'] }),
})
export type NewConnection = z.infer<typeof NewConnection>

/** A connection that was begun: the browser goes to `url`, and comes back within the time. */
export const BegunConnection = z.strictObject({
  url: z.string().meta({ examples: ['https://social.example/oauth/authorize?state=…'] }),
  expires_at: Timestamp,
})
export type BegunConnection = z.infer<typeof BegunConnection>

/** The query that the channel came back with, as it stands in the address, such as `?code=…&state=…`. */
export const ReturnedConnection = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(8_192)
    .meta({ examples: ['?code=abc&state=def'] }),
})
export type ReturnedConnection = z.infer<typeof ReturnedConnection>

/** A page or feed that the caller owns. */
export const OwnPage = z.strictObject({
  url: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'Use an https address' }))
    .meta({ examples: ['https://blog.example/about'] }),
})
export type OwnPage = z.infer<typeof OwnPage>

/** How to prove that a page is the caller's: by the code in it, or by a link with `rel="me"` to `me_url`. */
export const ChannelProof = z.strictObject({
  url: z.string(),
  code: z.string().meta({ examples: ['gridloom-verify-k3v9q2m7p4x8w1zt'] }),
  me_url: z.string().meta({ examples: ['https://gridloom.example/ada-lovelace'] }),
  /** A file with the code in it, as an alternative to the page. */
  file_url: z.string().meta({ examples: ['https://blog.example/.well-known/gridloom-verify.txt'] }),
  expires_at: Timestamp,
})
export type ChannelProof = z.infer<typeof ChannelProof>

/** `revoked`: whether the channel confirmed that the access has ended. */
export const Disconnected = z.strictObject({ revoked: z.boolean() })
export type Disconnected = z.infer<typeof Disconnected>
