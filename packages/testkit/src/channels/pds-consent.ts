import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { PdsAccount } from './pds-server.ts'

const api = '/@atproto/oauth-provider/~api'
const SignedIn = z.object({ ephemeralToken: z.string() })
const Decided = z.object({ url: z.string() })

/**
 * Goes through the consent page of a Bluesky server as a browser does, by the calls that the page itself makes. Returns the
 * address that the browser is sent back to.
 */
export async function decideConsent(
  page: URL,
  { account, decision }: { account: PdsAccount; decision: 'grant' | 'reject' },
): Promise<URL> {
  const cookies = new Map<string, string>()

  async function visit(
    url: string,
    {
      method = 'GET',
      headers,
      body,
    }: { method?: string; headers: OutgoingHttpHeaders; body?: string },
  ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // Not fetch, which says itself what kind of request it is.
    const sent = request(url, { method, headers: { ...headers, cookie, origin: page.origin } })
    sent.end(body)
    const [response]: [IncomingMessage] = await asResponse(once(sent, 'response'))
    for (const set of response.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: await text(response),
    }
  }

  async function post(endpoint: string, body: object, token?: string): Promise<unknown> {
    const response = await visit(`${page.origin}${api}${endpoint}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', referer: page.href },
        ...{ 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin' },
        'x-csrf-token': cookies.get('csrf-token') ?? '',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (response.status >= 400) throw new Error(`${endpoint}: ${response.status} ${response.text}`)
    return JSON.parse(response.text)
  }

  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const shown = await visit(page.href, {
    headers: { ...navigation, 'sec-fetch-site': 'cross-site' },
  })
  if (shown.status !== 200) throw new Error(`the page: ${shown.status} ${shown.text}`)
  const { handle: username, password, did } = account
  const decide = async () => {
    if (decision === 'reject') return post('/reject', {})
    const signIn = { locale: 'en', username, password, remember: false }
    const { ephemeralToken } = SignedIn.parse(await post('/sign-in', signIn))
    return post('/consent', { did }, ephemeralToken)
  }
  const { url } = Decided.parse(await decide())
  const back = await visit(url, {
    headers: { ...navigation, 'sec-fetch-site': 'same-origin', referer: page.href },
  })
  const { location } = back.headers
  if (location === undefined) throw new Error(`it does not redirect: ${back.status}`)
  return new URL(location)
}

/** Named cast: the event carries the response. */
function asResponse(event: Promise<unknown[]>): Promise<[IncomingMessage]> {
  return event as Promise<[IncomingMessage]>
}
