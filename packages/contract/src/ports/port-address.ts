import { z } from 'zod'
import { AccountId, InstanceId, PortLinkId } from '../core/ids.ts'
import { PlainLine, Sha256, Timestamp } from '../core/values.ts'
import { Port } from '../templates/container-fields.ts'
import { TcpPort } from './tcp-port.ts'

/**
 * Who may open an address. `private`: the account's users, and API keys. `link`: those, and everyone with a link.
 * `public`: everyone.
 */
export const PortAccess = z.enum(['private', 'link', 'public'])
export type PortAccess = z.infer<typeof PortAccess>

/** The address of a declared port, for the life of the instance. */
export const PortAddress = z.strictObject({
  port: Port,
  /** `https://8888-ins….apps.example.net`, without a trailing slash; `null`: this server serves no addresses. */
  url: z.string().nullable(),
  access: PortAccess,
  /** Links that are valid now. */
  links: z.int(),
  /** `null`: none is open. */
  tcp: TcpPort.nullable(),
})
export type PortAddress = z.infer<typeof PortAddress>

/**
 * What a port answers to one `GET /`, through its machine. `http`: an HTTP response. `other`: the port accepts
 * connections and sent no HTTP response. `nothing`: nothing listens. `unavailable`: the instance was not asked, as it is
 * not ready or its machine is offline.
 */
export const PortAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    status: z.int(),
    /** Of the page, one plain line as the app writes it; `null`: none. */
    title: z.string().nullable(),
    /** Until the head of the response, the connection included. */
    latency_ms: z.number(),
  }),
  z.strictObject({ kind: z.literal('other'), latency_ms: z.number() }),
  z.strictObject({ kind: z.literal('nothing') }),
  z.strictObject({ kind: z.literal('unavailable') }),
])
export type PortAnswer = z.infer<typeof PortAnswer>

/** The longest life of a link. */
export const portLinkDaysMax = 90

export const NewPortLink = z.strictObject({
  /** From a minute to 90 days. */
  expires_in_s: z
    .int()
    .min(60)
    .max(portLinkDaysMax * 24 * 60 * 60),
  /** For whom it is, as a note to the account's users. */
  note: PlainLine.max(80)
    .default('')
    .meta({ examples: ['Design review'] }),
})
export type NewPortLink = z.infer<typeof NewPortLink>

export const PortLink = z.strictObject({
  id: PortLinkId,
  note: z.string().meta({ examples: ['Design review'] }),
  created_at: Timestamp,
  expires_at: Timestamp,
  created_by: AccountId,
})
export type PortLink = z.infer<typeof PortLink>

/** A link when it is created: its address, which is not shown again. */
export const CreatedPortLink = z.strictObject({ link: PortLink, url: z.string() })
export type CreatedPortLink = z.infer<typeof CreatedPortLink>

/** A sign-in to an address, as the address sends the browser to the console with it. */
export const PortSignIn = z.strictObject({
  /** `8888-ins…`. */
  address: z
    .string()
    .max(63)
    .meta({ examples: ['8888-ins0123456789abcdef'] }),
  /** The hash of a cookie at the address, which binds the sign-in to this browser. */
  state: Sha256.meta({ examples: ['0'.repeat(64)] }),
  /** The path to open afterwards. */
  path: z.string().max(2_000).default('/'),
})
export type PortSignIn = z.infer<typeof PortSignIn>

/** Where the browser continues: the address, with a code that is valid once and for a minute. */
export const PortSignInReply = z.strictObject({ url: z.string(), instance_id: InstanceId })
export type PortSignInReply = z.infer<typeof PortSignInReply>
