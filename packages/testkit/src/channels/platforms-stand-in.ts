import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { PlatformAnswer, PlatformRequest } from './platform-answers.ts'
import { type PlatformFacts, type PlatformPerson, platformFacts } from './platform-facts.ts'
import { PlatformGrants, standInApp } from './platform-grants.ts'
import { PlatformPosts } from './platform-posts.ts'

/** Answers that a test puts in place of the next ones; `drop` carries the request out and ends the connection. */
export type PlannedAnswer = PlatformAnswer | 'drop'

/**
 * A stand-in of all platforms that accounts connect to by OAuth, and of Telegram's public pages: a request for
 * `https://HOST/PATH` is sent to `URL/HOST/PATH`. Dispose it with `await using`.
 */
export interface PlatformsStandIn extends AsyncDisposable {
  readonly url: string
  /** Who is signed in at the platforms. */
  person: PlatformPerson
  readonly grants: PlatformGrants
  readonly posts: PlatformPosts
  /** Documents by `HOST/PATH`. */
  readonly pages: Map<string, string>
  /** What was asked, in order, as `METHOD HOST/PATH`. */
  readonly requests: string[]
  /** Answers the next request for an address that begins so with this. */
  next(address: string, answer: PlannedAnswer): void
}

export async function startPlatformsStandIn(): Promise<PlatformsStandIn> {
  const planned: { address: string; answer: PlannedAnswer }[] = []
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://stand-in')
    const body = await text(incoming)
    const { method = 'GET', headers } = incoming
    const address = decodeURIComponent(pathname.slice(1))
    const form = new URLSearchParams(body)
    const request: PlatformRequest = { method, address, query, headers, body, form }
    standIn.requests.push(`${method} ${address}`)
    const at = planned.findIndex((one) => address.startsWith(one.address))
    const [plan] = at === -1 ? [] : planned.splice(at, 1)
    if (plan !== undefined && plan.answer !== 'drop') return send(response, plan.answer)
    const answer = answerTo(standIn, request)
    if (plan?.answer === 'drop') return void response.destroy()
    return send(response, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const standIn: PlatformsStandIn = {
    url: `http://127.0.0.1:${address.port}`,
    person: { id: '4711', name: 'Ada Lovelace', handle: 'ada' },
    ...{ grants: new PlatformGrants(), posts: new PlatformPosts(), pages: new Map() },
    requests: [],
    next: (start, answer) => void planned.push({ address: start, answer }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

function answerTo(standIn: PlatformsStandIn, request: PlatformRequest): PlatformAnswer {
  const { grants, posts, pages, person } = standIn
  const { address, headers } = request
  const page = pages.get(address)
  if (page !== undefined) return { status: 200, body: page }
  const shown = posts.publicAnswer(request)
  if (shown !== undefined) return shown
  for (const facts of Object.values<PlatformFacts>(platformFacts)) {
    if (address === facts.authorize) return grants.authorize(facts, request)
    if (address === facts.token) return grants.token(facts, request)
    if (address === facts.revoke) return grants.revoke(facts, request)
  }
  const longLived = longLivedAnswer(grants, request)
  if (longLived !== undefined) return longLived
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!grants.isValid(token)) return { status: 401, body: { error: 'invalid_token' } }
  for (const facts of Object.values<PlatformFacts>(platformFacts))
    if (address === facts.me) return { status: 200, body: facts.meBody(person) }
  return posts.answer(request, person) ?? { status: 404, body: { message: 'Not Found' } }
}

/** Instagram's exchange of tokens for those of 60 days. */
function longLivedAnswer(
  grants: PlatformGrants,
  { address, query }: PlatformRequest,
): PlatformAnswer | undefined {
  const facts = platformFacts.instagram
  const isExchange = address === 'graph.instagram.com/access_token'
  if (!isExchange && address !== 'graph.instagram.com/refresh_access_token') return undefined
  const isApp = !isExchange || query.get('client_secret') === standInApp.clientSecret
  const isType = query.get('grant_type') === (isExchange ? 'ig_exchange_token' : 'ig_refresh_token')
  if (isApp && isType && grants.isValid(query.get('access_token'))) return grants.issue(facts)
  const [status, body] = facts.badGrant
  return { status, body }
}

function send(response: ServerResponse, { status, headers, body = '' }: PlatformAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
    ...headers,
  })
  response.end(isText ? body : JSON.stringify(body))
}
