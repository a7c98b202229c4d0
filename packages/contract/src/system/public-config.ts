import { z } from 'zod'
import { BasisPoints } from '../core/values.ts'
import { Chain } from '../wallet/chain.ts'

/** The SSH gateway, as clients reach it and recognise it. */
export const SshGateway = z.strictObject({
  host: z.string(),
  port: z.int().min(1).max(65_535),
  /** `SHA256:…`, as an SSH client shows it at its first connection. */
  fingerprint: z.string(),
  /** `ssh-ed25519 AAAA…`, for a line of `known_hosts`. */
  public_key: z.string(),
})
export type SshGateway = z.infer<typeof SshGateway>

/** The configuration that the web app needs before anyone signs in. */
export const PublicConfig = z.strictObject({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  url: z.string(),
  captcha: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('altcha') }),
    z.strictObject({ kind: z.literal('turnstile'), site_key: z.string() }),
  ]),
  /** The configured sign-in providers; none: no button. */
  login_providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  /** The target of the hivemind flow after the code is entered; `null`: none. */
  hivemind_url: z.string().nullable(),
  /** The browser extension's id in its store, to send it its token; `null`: only by page message. */
  extension_id: z.string().nullable(),
  extension_store_url: z.string().nullable(),
  blog_url: z.string().nullable(),
  /** The domain of port addresses; `null`: ports have none, as nothing serves them. */
  apps_domain: z
    .string()
    .nullable()
    .meta({ examples: ['apps.example.net'] }),
  /** The host at which public TCP ports of instances are reached; `null`: this installation offers none. */
  tcp_host: z
    .string()
    .nullable()
    .meta({ examples: ['gridloom.example'] }),
  /** The platform's share of charges for new orders: part of every price, deducted from the provider's earnings. */
  platform_fee_basis_points: BasisPoints,
  /** `null`: this installation serves no SSH. */
  ssh: SshGateway.nullable(),
  /** The chains that wallets may be connected to. */
  chains: z.array(Chain).min(1),
  /** Whether the operator configured tokens; their facts: `GET /api/tokens`. */
  has_tokens: z.boolean(),
  /** The WebSocket relay of the exchange wallet; `null`: that wallet connects only by its extension or app. */
  exchange_wallet_relay: z
    .string()
    .nullable()
    .meta({ examples: ['wss://relay.example/wallet-connector'] }),
  /** `null`: wallets are not connected by WalletConnect. */
  walletconnect: z
    .strictObject({
      project_id: z.string().meta({ examples: ['c4f79cc821944d9680842e34466bfbd1'] }),
      relay: z.string().meta({ examples: ['wss://relay.walletconnect.org'] }),
    })
    .nullable(),
})
export type PublicConfig = z.infer<typeof PublicConfig>
