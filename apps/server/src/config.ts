import path from 'node:path'
import { isSiteSegment } from '@gridloom/contract/accounts/access-code-text'
import type { HostUrls } from '@gridloom/contract/core/hosts'
import { product } from '@gridloom/contract/core/product'
import { isSafeAddress } from '@gridloom/domain/safe-address'
import { z } from 'zod'
import { type AppsDomain, appsDomainOf, isAppsDomain, sharesSite } from './apps-domain.ts'
import { type CardsConfig, readCardsConfig } from './cards-config.ts'
import { type ChannelsConfig, readChannelsConfig } from './channels-config.ts'
import { type DepositsConfig, readDepositsConfig } from './deposits-config.ts'
import { type InvoiceSeller, readInvoiceSeller } from './invoice-seller.ts'
import { type PayoutConfig, readPayoutConfig } from './payout-config.ts'
import type { S3Place } from './platform/files/s3-bucket.ts'
import type { PrivateAddresses } from './platform/outbound/checked-url.ts'
import { type ReceiptsChainConfig, readReceiptsChainConfig } from './receipts-chain-config.ts'
import { isInRange, readTcpRange, type TcpRange } from './tcp-range.ts'
import { readWalletConfig, type WalletConfig } from './wallet-config.ts'

/** The configuration of the server, parsed and validated. Only this file reads the environment. */
export interface Config {
  host: string
  port: number
  dataFolder: string
  /** The public address, without a trailing slash. */
  publicUrl: string
  /** `undefined`: the embedded PostgreSQL, with its data in `dataFolder`. */
  databaseUrl: string | undefined
  /** `undefined`: files are stored in `dataFolder`. */
  s3: S3Place | undefined
  turnstile: { siteKey: string; secretKey: string } | undefined
  mail: {
    /** `undefined`: emails are written to `dataFolder/outbox`. */
    smtpUrl: string | undefined
    /** `Name <address>`, or a bare address. */
    from: string
  }
  /** OpenID Connect issuers that users can sign in with. */
  loginProviders: readonly ProviderConfig[]
  operator: { email: string | undefined; password: string | undefined }
  accessCode: string | undefined
  /** External links that the web app shows. */
  links: {
    hivemind: string | undefined
    blog: string | undefined
    extensionStore: string | undefined
  }
  /** Base URLs of hosts other than the page's own server: the default API, the content engine, the models host. */
  hosts: Partial<HostUrls>
  /** The browser extension's id, which the web app needs to pass it a token. */
  extensionId: string | undefined
  logLevel: string
  /** The "simple" package index in which the file headers of some models are looked up. */
  packageIndex: string
  /** Where the SSH gateway listens; `undefined`: it is off. */
  ssh: { host: string; port: number } | undefined
  /** The number of trusted proxies in front of the server, for the caller's address in X-Forwarded-For. */
  trustProxy: number
  /** Price of 1 GB (10⁹ bytes) of snapshots for a month of 730 hours. */
  snapshotMicroUsdPerGbMonth: number
  /** The largest video of the media library. */
  mediaVideoBytesMax: number
  /** Whether webhooks may be sent to addresses that are not public; for development and tests. */
  webhookPrivate: PrivateAddresses
  /** Where the ports of instances have their addresses; `undefined`: nowhere, as the console has a public host alone. */
  apps: AppsDomain | undefined
  /** The public TCP ports that ports of instances may have, on `host`; `undefined`: none. */
  tcpRange: TcpRange | undefined
  /** Chains, tokens and the exchange wallet's relay. */
  wallet: WalletConfig
  /** The chains on which stablecoins are deposited. */
  deposits: DepositsConfig
  /** Who issues invoices; `undefined`: none are issued. */
  invoiceSeller: InvoiceSeller | undefined
  /** Where VIES is asked about VAT IDs, without a trailing slash; `undefined`: it is not asked. */
  viesUrl: string | undefined
  /** `undefined`: no payments by card. */
  cards: CardsConfig | undefined
  /** Where payouts are sent from, and the operator's rules. */
  payouts: PayoutConfig
  /** Where published days of receipts are written; `null`: to no chain. */
  receiptsChain: ReceiptsChainConfig | null
  channels: ChannelsConfig
  /** Whether to create an invitation for the agent on the server's own machine (`--local-agent`). */
  localAgent: 'invite' | 'none'
}

/** A client that is registered with an OpenID Connect issuer. */
export interface ProviderConfig {
  /** Used in our paths: `/api/{id}/login`. */
  readonly id: string
  readonly name: string
  /** Exactly as the issuer writes its own URL. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Invalid configuration. Each line of `problems` begins with the name of its variable. */
export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const text = z.string().trim().min(1)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Paths of calls are appended to it. */
const baseUrl = httpUrl.refine(
  (address) => !/[?#@]/.test(address),
  'must have no query, fragment or credentials',
)

/** A host without a path: users paste this address into a shell, and the API and web app are served from its root. */
const ownUrl = text.refine(
  isBareAddress,
  'must be http://HOST or https://HOST, with an optional port and no path',
)

/** Plain HTTP is allowed only for an issuer on localhost, for trials. */
const issuerUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .refine(isSafeAddress, 'must be an https address; http only for localhost')

const Variables = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  SSH_PORT: z
    .union(
      [z.literal('off'), z.coerce.number().int().min(0).max(65_535)],
      'must be a port number, or off',
    )
    .default(2222),
  GRIDLOOM_DATA: text.default('./data'),
  GRIDLOOM_URL: ownUrl.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional(),
  S3_URL: text
    .refine(isBucket, 'must be https://KEY:SECRET@HOST/BUCKET?region=REGION (or http://)')
    .optional(),
  TURNSTILE_SITE_KEY: text.optional(),
  TURNSTILE_SECRET_KEY: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: issuerUrl.default('https://accounts.google.com'),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(40, 'must have at most 40 characters').optional(),
  SMTP_URL: text.refine(isMailServer, 'must be an smtp:// or smtps:// address').optional(),
  MAIL_FROM: text
    .regex(
      /^(?:[^<>@\p{Cc}]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'must be an email address, or Name <address>',
    )
    .optional(),
  GRIDLOOM_ADMIN_EMAIL: z.email('must be an email address').optional(),
  GRIDLOOM_ADMIN_PASSWORD: text.min(8, 'must have at least 8 characters').optional(),
  GRIDLOOM_ACCESS_CODE: text
    .regex(/^[\w-]{4,64}$/, 'must be 4 to 64 letters, digits, - or _')
    .refine((code) => !isSiteSegment(code), 'is reserved; choose another code')
    .optional(),
  GRIDLOOM_HIVEMIND_URL: httpUrl.optional(),
  GRIDLOOM_BLOG_URL: httpUrl.optional(),
  GRIDLOOM_EXTENSION_STORE_URL: httpUrl.optional(),
  GRIDLOOM_API_BASE_URL: baseUrl.optional(),
  GRIDLOOM_CONTENT_BASE_URL: baseUrl.optional(),
  GRIDLOOM_MODELS_BASE_URL: baseUrl.optional(),
  GRIDLOOM_APPS_DOMAIN: text
    .toLowerCase()
    .refine(isAppsDomain, 'must be a domain such as apps.example.net, with an optional port')
    .default('localhost'),
  APPS_PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3001),
  TCP_PORTS: text
    .refine(
      (range) => range === 'off' || readTcpRange(range) !== undefined,
      'must be FIRST-LAST, such as 20000-20999: at most 10,000 ports of 1024 to 65535; or off',
    )
    .default('off'),
  GRIDLOOM_EXTENSION_ID: text
    .regex(/^[a-p]{32}$/, 'must be an extension id of 32 letters, a to p')
    .optional(),
  /** Price of the storage of snapshots: micro-dollars for 1 GB (10⁹ bytes) for a month of 730 hours. */
  SNAPSHOT_MICRO_USD_PER_GB_MONTH: z.coerce.number().int().min(0).max(100_000_000).default(50_000),
  /** The largest video of the media library, in MiB. */
  MEDIA_VIDEO_MIB_MAX: z.coerce.number().int().min(1).max(2_048).default(2_048),
  GRIDLOOM_WEBHOOK_PRIVATE: z.enum(['refuse', 'allow']).default('refuse'),
  PIP_INDEX_URL: httpUrl.default('https://pypi.org/simple'),
  VIES_URL: baseUrl
    .refine(isSafeAddress, 'must be an https address; http only for localhost')
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TRUST_PROXY: z
    .stringFormat(
      'TRUST_PROXY',
      /^(?:true|false|\d)$/,
      'must be the number of proxies in front of the server',
    )
    .default('false')
    .transform(proxiesIn),
})
type Variables = z.infer<typeof Variables>

/**
 * Reads the configuration from the environment. An empty variable counts as not set.
 * @throws {ConfigProblems} with every problem at once, each with the name of its variable
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  words: readonly string[] = process.argv.slice(2),
): Config {
  const strange = words.filter((word) => word !== '--local-agent')
  if (strange.length > 0) throw new ConfigProblems(strange.map((word) => `${word}: unknown value`))
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Variables.safeParse(set)
  const problems =
    parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  problems.push(...contradictions(set), ...mixedContent(set), ...sharedSite(parsed.data))
  problems.push(...usedInRange(parsed.data))
  const wallet = readWalletConfig(set)
  const deposits = readDepositsConfig(set, wallet.config)
  const seller = readInvoiceSeller(set.INVOICE_SELLER)
  const cards = readCardsConfig(set)
  const chainIds = wallet.config.chains.map(({ id }) => id)
  const payouts = readPayoutConfig(set, chainIds)
  const receiptsChain = readReceiptsChainConfig(set.RECEIPTS_CHAIN, chainIds)
  const channels = readChannelsConfig(set)
  for (const part of [wallet, deposits, seller, cards, payouts, receiptsChain, channels])
    problems.push(...part.problems)
  if (!parsed.success || problems.length > 0) throw new ConfigProblems(problems)
  return {
    ...configFrom(parsed.data),
    wallet: wallet.config,
    deposits: deposits.config,
    invoiceSeller: seller.seller,
    cards: cards.config,
    payouts: payouts.config,
    receiptsChain: receiptsChain.config,
    channels: channels.config,
    localAgent: words.length > 0 ? 'invite' : 'none',
  }
}

/** `true` counts as one proxy. */
function proxiesIn(words: string): number {
  if (words === 'true') return 1
  return words === 'false' ? 0 : Number(words)
}

function isBareAddress(address: string): boolean {
  const isBare = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?\/*$/i.test(address)
  return isBare && URL.canParse(address)
}

function isMailServer(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

/** Key and secret are percent-encoded where they contain URL characters; bucket names follow Amazon's rules. */
function isBucket(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  const isKnown = url.username !== '' && url.password !== '' && !/%(?![0-9a-f]{2})/i.test(url.href)
  const hasOnlyRegion = [...url.searchParams.keys()].every((name) => name === 'region')
  return isKnown && hasOnlyRegion && /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(url.pathname)
}

/** Pairs of variables: the first requires the second. */
const pairs = [
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['TURNSTILE_SECRET_KEY', 'TURNSTILE_SITE_KEY'],
  ['GRIDLOOM_ADMIN_PASSWORD', 'GRIDLOOM_ADMIN_EMAIL'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_NAME', 'OIDC_ISSUER'],
] as const

function contradictions(set: Readonly<Record<string, unknown>>): string[] {
  return pairs
    .filter(([one, other]) => set[one] !== undefined && set[other] === undefined)
    .map(([one, other]) => `${other}: required when ${one} is set`)
}

/** Browsers let a page that came over https call nothing over http. */
function mixedContent(set: Readonly<Record<string, unknown>>): string[] {
  if (!String(set.GRIDLOOM_URL ?? '').startsWith('https:')) return []
  return hostVariables
    .filter((name) => String(set[name] ?? '').startsWith('http:'))
    .map((name) => `${name}: must be an https address, as GRIDLOOM_URL is`)
}

/** Apps run any code: on the console's own site they could set its cookies (docs/decisions/0190). */
function sharedSite(v: Variables | undefined): string[] {
  if (v?.GRIDLOOM_URL === undefined) return []
  const { hostname } = new URL(v.GRIDLOOM_URL)
  if (!sharesSite(v.GRIDLOOM_APPS_DOMAIN, hostname)) return []
  return [
    `GRIDLOOM_APPS_DOMAIN: must be a domain of its own: apps below ${v.GRIDLOOM_APPS_DOMAIN} could set cookies for ${hostname}`,
  ]
}

/** The server itself listens on these. */
function usedInRange(v: Variables | undefined): string[] {
  const range = v && readTcpRange(v.TCP_PORTS)
  if (v === undefined || range === undefined) return []
  return (['PORT', 'SSH_PORT', 'APPS_PORT'] as const)
    .filter((name) => isInRange(range, Number(v[name])))
    .map((name) => `TCP_PORTS: must not contain ${name} (${v[name]})`)
}

const hostVariables = [
  'GRIDLOOM_API_BASE_URL',
  'GRIDLOOM_CONTENT_BASE_URL',
  'GRIDLOOM_MODELS_BASE_URL',
] as const

function hostsFrom(v: Variables): Partial<HostUrls> {
  const {
    GRIDLOOM_API_BASE_URL: api,
    GRIDLOOM_CONTENT_BASE_URL: content,
    GRIDLOOM_MODELS_BASE_URL: models,
  } = v
  return { ...(api && { api }), ...(content && { content }), ...(models && { models }) }
}

/** The parts of the configuration that have readers of their own. */
type SeparatelyRead =
  | 'localAgent'
  | 'wallet'
  | 'deposits'
  | 'invoiceSeller'
  | 'cards'
  | 'payouts'
  | 'receiptsChain'
  | 'channels'

function configFrom(v: Variables): Omit<Config, SeparatelyRead> {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = v
  const publicUrl = (v.GRIDLOOM_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '')
  return {
    host: v.HOST,
    port: v.PORT,
    dataFolder: path.resolve(v.GRIDLOOM_DATA),
    publicUrl,
    databaseUrl: v.DATABASE_URL,
    s3: v.S3_URL === undefined ? undefined : bucketFrom(new URL(v.S3_URL)),
    turnstile:
      siteKey !== undefined && secretKey !== undefined ? { siteKey, secretKey } : undefined,
    mail: {
      smtpUrl: v.SMTP_URL,
      from: v.MAIL_FROM ?? `${product.name} <no-reply@${new URL(publicUrl).hostname}>`,
    },
    loginProviders: [...googleFrom(v), ...openIdFrom(v)],
    operator: { email: v.GRIDLOOM_ADMIN_EMAIL, password: v.GRIDLOOM_ADMIN_PASSWORD },
    accessCode: v.GRIDLOOM_ACCESS_CODE,
    links: {
      hivemind: v.GRIDLOOM_HIVEMIND_URL,
      blog: v.GRIDLOOM_BLOG_URL,
      extensionStore: v.GRIDLOOM_EXTENSION_STORE_URL,
    },
    hosts: hostsFrom(v),
    extensionId: v.GRIDLOOM_EXTENSION_ID,
    logLevel: v.LOG_LEVEL,
    ssh: v.SSH_PORT === 'off' ? undefined : { host: v.HOST, port: v.SSH_PORT },
    webhookPrivate: v.GRIDLOOM_WEBHOOK_PRIVATE,
    snapshotMicroUsdPerGbMonth: v.SNAPSHOT_MICRO_USD_PER_GB_MONTH,
    mediaVideoBytesMax: v.MEDIA_VIDEO_MIB_MAX * 1024 ** 2,
    packageIndex: v.PIP_INDEX_URL,
    viesUrl: v.VIES_URL?.replace(/\/+$/, ''),
    trustProxy: v.TRUST_PROXY,
    tcpRange: readTcpRange(v.TCP_PORTS),
    apps: appsDomainOf(v.GRIDLOOM_APPS_DOMAIN, { publicUrl, listenPort: v.APPS_PORT }),
  }
}

function bucketFrom(url: URL): S3Place {
  return {
    endpoint: url.origin,
    bucket: url.pathname.replaceAll('/', ''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

function googleFrom(v: Variables): ProviderConfig[] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = v
  if (clientId === undefined || clientSecret === undefined) return []
  return [{ id: 'google', name: 'Google', issuer: v.GOOGLE_ISSUER, clientId, clientSecret }]
}

/** The custom issuer. Its host is its name unless `OIDC_NAME` is set. */
function openIdFrom(v: Variables): ProviderConfig[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = v
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return []
  const name = v.OIDC_NAME ?? new URL(issuer).hostname
  return [{ id: 'oidc', name, issuer, clientId, clientSecret }]
}
