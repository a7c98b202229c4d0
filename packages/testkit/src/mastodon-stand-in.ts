import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A post of the stand-in, as its API shows it. */
export interface StandInStatus {
  id: string
  username: string
  text: string
  createdAt: string
  media: readonly string[]
}

type Answer = (response: ServerResponse) => void

interface App {
  secret: string
  redirectUrl: string
}

interface Grant {
  clientId: string
  challenge: string
  username: string
}

/**
 * A server with the parts of Mastodon's REST API that we use, as its documentation describes them (docs.joinmastodon.org,
 * "OAuth Scopes", "apps", "oauth", "accounts", "statuses", "media"): apps, OAuth 2 with PKCE, identity, statuses with
 * idempotency keys, media that is processed for a while, and revocation. Its page of consent asks for no password.
 * `now`: the time of the posts. `port`: a free one by default.
 */
export async function startMastodon({
  now = () => new Date(),
  port: wantedPort = 0,
}: {
  now?: () => Date
  port?: number
} = {}) {
  const apps = new Map<string, App>()
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, { username: string; clientId: string }>()
  const statuses = new Map<string, StandInStatus>()
  const published = new Map<string, string>()
  const media = new Map<string, { looks: number; head: string; bytes: number }>()
  const settings: { looks: number; instance: object | undefined } = {
    ...{ looks: 2, instance: undefined },
  }
  const accounts = new Map<string, { displayName: string }>()
  const answers = new Map<string, Answer[]>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    response.on('error', () => {})
    const { pathname } = new URL(request.url ?? '', 'http://stand-in')
    requests.push(`${request.method} ${pathname}`)
    const given = answers.get(pathname)?.shift()
    if (given !== undefined) return void request.resume().on('end', () => given(response))
    void text(request.setEncoding('latin1')).then(
      (body) => handle(request, response, Buffer.from(body, 'latin1')),
      // The client hung up.
      () => {},
    )
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  function handle(request: IncomingMessage, response: ServerResponse, bytes: Buffer) {
    const body = bytes.toString('utf8')
    const { pathname } = new URL(request.url ?? '', url)
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(value))
    }
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const call = `${request.method} ${pathname}`
    if (call === 'GET /api/v2/instance' && settings.instance !== undefined)
      return send(200, settings.instance)
    if (call === 'POST /api/v1/apps') return register(new URLSearchParams(body), send)
    if (pathname === '/oauth/authorize') return consent(request, response, body)
    if (call === 'POST /oauth/token') return exchange(new URLSearchParams(body), send)
    if (call === 'POST /oauth/revoke') return revoke(new URLSearchParams(body), send)
    const [, id] = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname) ?? []
    if (id !== undefined) return showStatus(id, send)
    if (/^\/api\/v1\/accounts\/\w+\/statuses$/.test(pathname)) {
      const of = pathname.split('/')[4]
      const own = [...statuses.values()].filter(({ username }) => username === of)
      return send(200, own.reverse().map(shown))
    }
    const holder = tokens.get(bearer)
    if (holder === undefined) return send(401, { error: 'The access token is invalid' })
    const { username } = holder
    if (call === 'GET /api/v1/accounts/verify_credentials') return send(200, accountOf(username))
    if (call === 'POST /api/v2/media') {
      const mediaId = String(media.size + 1)
      media.set(mediaId, { looks: 0, head: body.slice(0, 500), bytes: fileBytesOf(request, bytes) })
      return send(settings.looks === 0 ? 200 : 202, { id: mediaId, url: null })
    }
    const [, mediaId = ''] = /^\/api\/v1\/media\/(\d+)$/.exec(pathname) ?? []
    const one = media.get(mediaId)
    if (one !== undefined) {
      one.looks += 1
      return send(one.looks >= settings.looks ? 200 : 206, { id: mediaId })
    }
    if (call === 'POST /api/v1/statuses') {
      const key = String(request.headers['idempotency-key'] ?? randomUUID())
      return publish({ username, key, given: JSON.parse(body) }, send)
    }
    return send(404, { error: 'Record not found' })
  }

  type Send = (status: number, value: unknown) => void

  function register(form: URLSearchParams, send: Send) {
    const clientId = randomUUID()
    const secret = randomUUID()
    apps.set(clientId, { secret, redirectUrl: form.get('redirect_uris') ?? '' })
    send(200, { id: '1', client_id: clientId, client_secret: secret })
  }

  /** Shows the page that asks, and sends the browser back once it was answered. */
  function consent(request: IncomingMessage, response: ServerResponse, body: string) {
    const asked = new URL(request.url ?? '', url)
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return response.end(consentPage)
    }
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
    back.search = grant(asked.href, new URLSearchParams(body).get('username') ?? '')
    response.writeHead(302, { location: back.href })
    return response.end()
  }

  function exchange(form: URLSearchParams, send: Send) {
    const clientId = form.get('client_id') ?? ''
    const app = apps.get(clientId)
    if (app === undefined || app.secret !== form.get('client_secret'))
      return send(401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'client_credentials')
      return send(200, { access_token: randomUUID(), scope: form.get('scope') })
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isGood =
      grant?.clientId === clientId &&
      grant.challenge === challenge &&
      form.get('redirect_uri') === app.redirectUrl
    if (!isGood) return send(400, { error: 'invalid_grant' })
    const token = randomUUID()
    tokens.set(token, { username: grant.username, clientId })
    return send(200, { access_token: token, token_type: 'Bearer', scope: form.get('scope') })
  }

  function revoke(form: URLSearchParams, send: Send) {
    const token = form.get('token') ?? ''
    const clientId = form.get('client_id') ?? ''
    const isOurs = apps.get(clientId)?.secret === form.get('client_secret')
    if (!isOurs || tokens.get(token)?.clientId !== clientId)
      return send(403, { error: 'unauthorized_client' })
    tokens.delete(token)
    return send(200, {})
  }

  function publish(
    post: { username: string; key: string; given: { status: string; media_ids?: string[] } },
    send: Send,
  ) {
    const { username, key, given } = post
    const before = published.get(`${username} ${key}`)
    if (before !== undefined) return showStatus(before, send)
    if (given.status.length > 500)
      return send(422, { error: 'Validation failed: Text character limit of 500 exceeded' })
    const id = String(110_000_000_000 + statuses.size)
    published.set(`${username} ${key}`, id)
    statuses.set(id, {
      ...{ id, username, text: given.status, media: given.media_ids ?? [] },
      createdAt: now().toISOString(),
    })
    return showStatus(id, send)
  }

  function showStatus(id: string, send: Send) {
    const status = statuses.get(id)
    if (status === undefined) return send(404, { error: 'Record not found' })
    return send(200, shown(status))
  }

  function shown({ id, username, text: words, createdAt }: StandInStatus) {
    return {
      ...{ id, created_at: createdAt, visibility: 'public', spoiler_text: '' },
      ...{ uri: `${url}/users/${username}/statuses/${id}`, url: `${url}/@${username}/${id}` },
      ...{ content: htmlOf(words), account: accountOf(username) },
    }
  }

  function accountOf(username: string) {
    return {
      ...{ id: username, username, acct: username, uri: `${url}/users/${username}` },
      display_name: accounts.get(username)?.displayName ?? username,
      url: `${url}/@${username}`,
    }
  }

  function grant(authorizeUrl: string, username: string): string {
    const { searchParams } = new URL(authorizeUrl)
    const clientId = searchParams.get('client_id') ?? ''
    const app = apps.get(clientId)
    if (app === undefined || app.redirectUrl !== searchParams.get('redirect_uri'))
      throw new RangeError('the stand-in knows no such app')
    if (searchParams.get('code_challenge_method') !== 'S256') throw new RangeError('no PKCE')
    const code = randomUUID()
    const challenge = searchParams.get('code_challenge') ?? ''
    grants.set(code, { clientId, challenge, username })
    return `?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
  }

  return {
    url,
    port,
    /** `GET /api/…`, in the order of their arrival. */
    requests,
    statuses,
    tokens,
    apps,
    media,
    /** `looks`: how often media is looked at until it is processed. `instance`: what the server says of itself. */
    settings,
    /** Answers the next request to a path in another way. */
    answerNext(path: string, answer: Answer) {
      answers.set(path, [...(answers.get(path) ?? []), answer])
    },
    rename(username: string, displayName: string) {
      accounts.set(username, { displayName })
    },
    /** The user grants access at the page of an authorisation URL. Returns the query that the browser comes back with. */
    grant,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const consentPage = `<!doctype html><html lang="en"><title>Authorize</title><h1>Authorize Gridloom</h1>
<form method="post"><label>Username <input name="username"></label> <button>Authorize</button></form>`

/** Text as Mastodon shows it: links are shortened by spans, and their text is complete all the same. */
function htmlOf(words: string): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const linked = escaped.replace(
    /https?:\/\/([^\s<]+)/g,
    (link, rest: string) =>
      `<a href="${link}" rel="nofollow noopener"><span class="invisible">${link.slice(0, -rest.length)}</span><span class="ellipsis">${rest}</span></a>`,
  )
  return `<p>${linked.replace(/\n/g, '<br />')}</p>`
}

/** The bytes of the file in a form: what stands between its head and the boundary at the end. */
function fileBytesOf({ headers }: IncomingMessage, body: Buffer): number {
  const boundary = /boundary=([\w-]+)/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const start = body.indexOf('\r\n\r\n', body.indexOf('name="file"')) + 4
  return body.indexOf(`\r\n--${boundary}--`, start) - start
}
