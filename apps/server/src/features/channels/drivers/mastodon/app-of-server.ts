import type { Clock } from '@gridloom/async/clock'
import { product } from '@gridloom/contract/core/product'
import { ChannelFailed } from '../driver.ts'
import type { OutsideRequests } from '../outgoing/outside-requests.ts'
import { formOf, jsonBytesMax, type MastodonRequest } from './mastodon-request.ts'
import { parseJson, RegisteredApp } from './schemas.ts'

/** Our registration at one server. */
export interface MastodonApp {
  readonly clientId: string
  readonly clientSecret: string
}

/** Keeps our registrations, by the origin of the server. */
export interface MastodonAppStore {
  find(origin: string): Promise<{ app: MastodonApp; checkedAt: Date } | undefined>
  save(origin: string, app: MastodonApp, now: Date): Promise<void>
}

/** The smallest scopes that identify an account and publish for it. */
export const mastodonScopes = ['read:accounts', 'write:statuses', 'write:media'] as const

const checkEveryMs = 24 * 60 * 60_000

interface AppParts {
  readonly requests: OutsideRequests
  readonly apps: MastodonAppStore
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Returns our registration at a server, which is made at the first connection there, and again where the server has
 * forgotten it. Two connections that register at once both work: each keeps what it got.
 * @throws ChannelFailed
 */
export async function appOfServer(
  parts: AppParts,
  { origin, redirectUrl, signal }: MastodonRequest & { redirectUrl: URL },
): Promise<MastodonApp> {
  const { apps, clock } = parts
  const now = clock.now()
  const known = await apps.find(origin.origin)
  const isRecent = known !== undefined && now.getTime() - known.checkedAt.getTime() < checkEveryMs
  if (isRecent) return known.app
  const isKnownThere =
    known !== undefined && (await isRegistered(parts, known.app, { origin, signal }))
  const app = isKnownThere ? known.app : await register(parts, { origin, redirectUrl, signal })
  await apps.save(origin.origin, app, now)
  return app
}

/** Asks for a token of the app itself. Source: docs.joinmastodon.org/methods/oauth. */
async function isRegistered(
  { requests }: AppParts,
  { clientId, clientSecret }: MastodonApp,
  { origin, signal }: MastodonRequest,
): Promise<boolean> {
  const { status } = await requests.send({
    ...formOf({
      ...{ grant_type: 'client_credentials', scope: 'read:accounts' },
      ...{ client_id: clientId, client_secret: clientSecret },
    }),
    ...{ url: new URL('/oauth/token', origin), bytesMax: jsonBytesMax, signal },
  })
  return status === 200
}

/** Source: docs.joinmastodon.org/methods/apps. */
async function register(
  { requests }: AppParts,
  { origin, redirectUrl, signal }: MastodonRequest & { redirectUrl: URL },
): Promise<MastodonApp> {
  const response = await requests.send({
    ...formOf({
      ...{ client_name: product.name, redirect_uris: redirectUrl.href },
      ...{ scopes: mastodonScopes.join(' '), website: redirectUrl.origin },
    }),
    ...{ url: new URL('/api/v1/apps', origin), bytesMax: jsonBytesMax, signal },
  })
  if (response.status !== 200)
    throw new ChannelFailed('refused', `${origin.host} has no Mastodon API, or accepts no apps.`)
  const { client_id: clientId, client_secret: clientSecret } = parseJson(RegisteredApp, response)
  return { clientId, clientSecret }
}
