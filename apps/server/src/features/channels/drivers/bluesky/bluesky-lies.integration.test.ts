import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import type { NewPost } from '../driver.ts'
import { createBlueskyDriver } from './bluesky-driver.ts'
import { createSigningKey } from './signed-token.ts'

const { signal } = new AbortController()
const redirectUrl = new URL('http://127.0.0.1:8787/ambassador/manage/return')
const own = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'
const victim = 'did:plc:vvvvvvvvvvvvvvvvvvvvvvvv'

it('connects with an honest server of this kind', async () => {
  await using site = await setup()
  expect(await site.connect()).toMatchObject({ externalId: own, handle: '@ada.example' })
})

it('refuses an account that the server has no right to name', async () => {
  await using site = await setup()
  site.tokens.sub = victim
  await expect(site.connect()).rejects.toMatchObject({
    ...{ reason: 'refused', message: expect.stringContaining('an account of another server') },
  })
})

it('shows the identifier where a handle does not point back', async () => {
  await using site = await setup()
  site.answers.set('bob.example/.well-known/atproto-did', { body: victim })
  site.document(own, { handle: 'bob.example', pds: site.origin('pds.example') })
  expect(await site.connect(own)).toMatchObject({ handle: own })
})

it.each([
  ['an issuer that is another', { issuer: 'https://bsky.social' }],
  ['no endpoints', { token_endpoint: undefined }],
  ['an endpoint that is no web address', { token_endpoint: 'file:///etc/passwd' }],
])('uses no server that states %s', async (_, lie) => {
  await using site = await setup()
  site.metadata(lie)
  await expect(site.begin('ada.example')).rejects.toMatchObject({ reason: 'unavailable' })
})

it.each([
  ['10 MB', { body: 'x'.repeat(10_000_000) }],
  ['nonsense', { body: '{"id":' }],
  ['an error', { status: 500, body: '' }],
  ['a redirect', { status: 302, headers: { location: 'http://pds.example/' }, body: '' }],
])('stops at %s, wherever it comes from', async (_, answer) => {
  for (const place of [
    `plc.example/${own}`,
    'pds.example/.well-known/oauth-protected-resource',
    'pds.example/.well-known/oauth-authorization-server',
  ]) {
    await using site = await setup()
    site.answers.set(place, answer)
    await expect(site.begin('ada.example')).rejects.toMatchObject({ reason: 'unavailable' })
  }
})

it('asks for all that an app may do only where a server knows no permissions', async () => {
  await using site = await setup()
  site.answers.set('pds.example/par', ({ body }) =>
    new URLSearchParams(body).get('scope') === 'atproto transition:generic'
      ? { status: 201, body: { request_uri: 'urn:1', expires_in: 60 } }
      : { status: 400, body: { error: 'invalid_scope' } },
  )
  const { url } = await site.begin('ada.example')
  expect(url.searchParams.get('request_uri')).toBe('urn:1')
})

it('sends a request twice at most, however often a nonce is demanded', async () => {
  await using site = await setup()
  site.answers.set('pds.example/par', {
    ...{ status: 400, headers: { 'dpop-nonce': 'n' }, body: { error: 'use_dpop_nonce' } },
  })
  await expect(site.begin('ada.example')).rejects.toMatchObject({ reason: 'refused' })
  expect(site.asked.filter((one) => one === 'pds.example/par')).toHaveLength(2)
})

it('gives up on a server that stays silent', async () => {
  await using site = await setup()
  const arrived = site.silent(`plc.example/${own}`)
  const failed = expect(site.begin(own)).rejects.toMatchObject({ reason: 'unavailable' })
  await arrived
  await site.clock.advance(15_000)
  await failed
})

it.each<[string, Answer, string]>([
  ['too many posts', { status: 429, headers: { 'retry-after': '60' }, body: {} }, 'rate_limited'],
  ['a failure', { status: 502, body: {} }, 'unclear'],
  ['maintenance', { status: 503, body: {} }, 'unavailable'],
  ['an answer that says nothing', { status: 200, body: 'ok' }, 'unclear'],
  ['a refusal', { status: 400, body: { error: 'InvalidRequest' } }, 'refused'],
  ['missing permission', { status: 403, body: { error: 'ScopeMissing' } }, 'reconnect'],
])('says what became of a post: %s', async (_, answer, reason) => {
  await using site = await setup()
  const { credentials } = await site.connect()
  const post: NewPost = {
    ...{ credentials: credentials ?? {}, key: 'post-1', text: 'Hello', attachments: [] },
    ...{ since: site.clock.now(), signal },
  }
  site.answers.set('pds.example/xrpc/com.atproto.repo.createRecord', answer)
  const failed = await site.publish(post).catch((error: unknown) => error)
  expect(failed).toMatchObject({ reason })
  if (reason === 'rate_limited')
    expect(failed).toMatchObject({ retryAt: new Date('2026-11-28T12:01:00.000Z') })
})

it.each(['http://gridloom.example', 'http://localhost:8787'])(
  'says why nobody can connect at %s: users in plain words, the operator with the variable',
  async (publicUrl) => {
    await using site = await setup({ publicUrl })
    expect(site.obstacle).toMatch(/at its present address\. Its operator/)
    expect(site.obstacle).not.toMatch(/[A-Z]_|localhost|127/)
    expect(site.remedy).toMatch(/GRIDLOOM_URL/)
    await expect(site.begin('ada.example')).rejects.toMatchObject({ reason: 'refused' })
  },
)

it.each(['', 'ada', '@', 'ada..example', 'did:key:zQ3', 'http://ada.example', 'a'.repeat(300)])(
  'asks nobody about a handle that is none: %s',
  async (input) => {
    await using site = await setup()
    await expect(site.begin(input)).rejects.toMatchObject({ reason: 'refused' })
    expect(site.asked).toEqual([])
  },
)

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | string
}
type Answering = Answer | ((request: { body: string }) => Answer)

/** One server that is every host by its name: the directory, a host of a handle, and a server of accounts. */
async function setup({ publicUrl = redirectUrl.origin } = {}) {
  const answers = new Map<string, Answering>()
  const asked: string[] = []
  const held = new Map<string, () => void>()
  const server = createServer(async (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const place = `${host}${request.url?.split('?')[0]}`
    asked.push(place)
    const body = await text(request)
    const arrived = held.get(place)
    if (arrived !== undefined) return arrived()
    const planned: Answering = answers.get(place) ?? {
      status: 404,
      body: { error: 'RecordNotFound' },
    }
    const answer = typeof planned === 'function' ? planned({ body }) : planned
    response.writeHead(answer.status ?? 200, answer.headers)
    return response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = (host: string) => `http://${host}:${port}`

  const clock = createTestClock('2026-11-28T12:00:00.000Z')
  const driver = createBlueskyDriver({
    outside: { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] },
    ...{ clock, publicUrl, clientKey: createSigningKey(), plcUrl: origin('plc.example') },
    ...{ webOrigin: origin, readTexts: () => Promise.reject(new Error('no such record')) },
  })
  const { connecting, publishing, obstacle, remedy } = driver
  if (connecting.kind !== 'redirect' || publishing === undefined)
    throw new Error('a part is missing')

  const tokens = {
    ...{ access_token: 'a', refresh_token: 'r', token_type: 'DPoP', expires_in: 3_600 },
    ...{ scope: 'atproto', sub: own },
  }
  const document = (did: string, { handle, pds }: { handle: string; pds: string }) =>
    answers.set(`plc.example/${did}`, {
      body: {
        ...{ id: did, alsoKnownAs: [`at://${handle}`] },
        service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pds }],
      },
    })
  const metadata = (lie: object, host = 'pds.example') =>
    answers.set(`${host}/.well-known/oauth-authorization-server`, {
      body: {
        issuer: origin(host),
        authorization_endpoint: `${origin(host)}/authorize`,
        token_endpoint: `${origin(host)}/token`,
        pushed_authorization_request_endpoint: `${origin(host)}/par`,
        ...lie,
      },
    })
  for (const [host, did, handle] of [
    ['pds.example', own, 'ada.example'],
    ['other.example', victim, 'victim.example'],
  ] as const) {
    document(did, { handle, pds: origin(host) })
    metadata({}, host)
    answers.set(`${handle}/.well-known/atproto-did`, { body: did })
    answers.set(`${host}/.well-known/oauth-protected-resource`, {
      body: { authorization_servers: [origin(host)] },
    })
  }
  answers.set('pds.example/par', { status: 201, body: { request_uri: 'urn:1', expires_in: 60 } })
  answers.set('pds.example/token', () => ({ body: tokens }))

  const begin = (input: string) =>
    connecting.begin({ input, state: 'state-1', redirectUrl, signal })
  return {
    ...{ answers, asked, tokens, document, metadata, origin, begin, clock, obstacle, remedy },
    publish: publishing.publish,
    silent: (place: string) => new Promise<void>((resolve) => held.set(place, resolve)),
    async connect(input = 'ada.example') {
      const { keep } = await begin(input)
      const params = new URLSearchParams({
        state: 'state-1',
        iss: origin('pds.example'),
        code: 'c',
      })
      return connecting.finish({ params, keep, redirectUrl, signal })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
