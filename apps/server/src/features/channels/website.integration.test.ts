import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { refusalOf, withPeople } from '../../../test/people.ts'
import { checkAccounts } from './check-accounts.ts'
import { isPostBy, listConnectedAccounts, readPublicPost } from './index.ts'

const params = { channel: 'website' } as const

it.each<[string, (proof: Proof) => Record<string, string>, string, string]>([
  [
    'a meta in the head of the page',
    ({ code }) => ({
      '/ada': `<head><title>Ada</title><meta name="gridloom-verify" content="${code}"></head>`,
    }),
    '/ada',
    'Ada',
  ],
  [
    'the description of a profile, as hosted sites show it',
    ({ code }) => ({ '/ada': `<meta property="og:description" content="I am Ada. ${code}">` }),
    '/ada',
    '',
  ],
  [
    'a link with rel="me"',
    ({ me_url }) => ({ '/ada': `<p><a rel="noopener ME" href="${me_url}">Gridloom</a>` }),
    '/ada',
    '',
  ],
  [
    'a file of the site, which proves all of it',
    ({ code }) => ({ '/.well-known/gridloom-verify.txt': `other\n ${code}\r\n` }),
    '/',
    '',
  ],
  [
    'the description of an RSS feed',
    ({ code }) => ({
      '/ada': `<?xml version="1.0"?><rss version="2.0"><channel><title>Ada's feed</title>
        <description>${code}</description><item><title>One</title></item></channel></rss>`,
    }),
    '/ada',
    "Ada's feed",
  ],
  [
    'the subtitle of an Atom feed',
    ({ code }) => ({
      '/ada': `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><subtitle>${code}</subtitle></feed>`,
    }),
    '/ada',
    'A',
  ],
  [
    'the description of a JSON feed',
    ({ code }) => ({
      '/ada': JSON.stringify({
        ...{ version: 'https://jsonfeed.org/version/1.1', title: 'J', description: code },
      }),
    }),
    '/ada',
    'J',
  ],
])('is proved by %s', async (_case, pagesOf, path, name) => {
  await using site = await setup()
  const { ada, web } = site
  const url = `${web.url}/ada`
  const proof = await ada.client.channels.proof({ params, body: { url } })
  expect((await refusalOf(ada.client.channels.verify({ params, body: { url } }))).code).toBe(
    'channel_refused',
  )
  web.show(pagesOf(proof))
  const account = await ada.client.channels.verify({ params, body: { url } })
  expect(account).toMatchObject({
    ...{ channel: 'website', state: 'connected', profile_url: `${web.url}${path}`, scopes: [] },
    name: name === '' ? `127.0.0.1:${web.port}` : name,
  })
})

it.each<[string, (proof: Proof) => string]>([
  ['text of the body, such as a comment', ({ code }) => `<title>Blog</title><p>${code}</p>`],
  ['a comment in the source', ({ code }) => `<title>Blog</title><!-- ${code} -->`],
  ['a link of a comment', ({ me_url }) => `<a rel="me nofollow ugc" href="${me_url}">me</a>`],
  ['a link without rel="me"', ({ me_url }) => `<a href="${me_url}">me</a>`],
  ['a link to another user', ({ me_url }) => `<a rel="me" href="${me_url}x">me</a>`],
  [
    'an item of a feed',
    ({ code }) =>
      `<rss><channel><title>Blog</title><item><title>${code}</title><description>${code}</description></item></channel></rss>`,
  ],
])('is not proved by %s', async (_case, pageOf) => {
  await using site = await setup()
  const { ada, web } = site
  const url = `${web.url}/blog`
  web.show({ '/blog': pageOf(await ada.client.channels.proof({ params, body: { url } })) })
  expect(await refusalOf(ada.client.channels.verify({ params, body: { url } }))).toMatchObject({
    code: 'channel_refused',
  })
})

it('is not proved by a page that it redirects to elsewhere, and names the address to enter', async () => {
  await using site = await setup()
  await using other = await startWeb()
  const { ada, web } = site
  const url = `${web.url}/ada`
  const { code } = await ada.client.channels.proof({ params, body: { url } })
  other.show({ '/ada': `<meta name="gridloom-verify" content="${code}">` })
  web.answer('/ada', (_request, response) =>
    response.writeHead(301, { location: `${other.url}/ada` }).end(),
  )
  expect(await refusalOf(ada.client.channels.verify({ params, body: { url } }))).toMatchObject({
    details: { problem: `It redirects to 127.0.0.1:${other.port}. Enter that address.` },
  })
})

it('keeps the code of a page for a week, and the code of one user proves nothing for another', async () => {
  await using site = await setup()
  const { ada, eve, web, db } = site
  const body = { url: `${web.url}/ada` }
  const first = await ada.client.channels.proof({ params, body })
  expect((await ada.client.channels.proof({ params, body })).code).toBe(first.code)
  web.show({ '/ada': `<meta name="gridloom-verify" content="${first.code}">` })
  expect((await eve.client.channels.proof({ params, body })).code).not.toBe(first.code)
  expect((await refusalOf(eve.client.channels.verify({ params, body }))).code).toBe(
    'channel_refused',
  )
  await sql`update channel_proofs set expires_at = expires_at - interval '7 days'`.execute(db)
  expect((await refusalOf(ada.client.channels.verify({ params, body }))).code).toBe(
    'connection_expired',
  )
  expect((await ada.client.channels.proof({ params, body })).code).not.toBe(first.code)
})

it('belongs to one account at a time', async () => {
  await using site = await setup()
  const { ada, eve, web } = site
  const body = { url: `${web.url}/ours` }
  const proofs = [
    await ada.client.channels.proof({ params, body }),
    await eve.client.channels.proof({ params, body }),
  ]
  web.show({ '/ours': `<title>${proofs.map(({ code }) => code).join(' ')}</title>` })
  const tries = [ada, eve].map(({ client }) => refusalOf(client.channels.verify({ params, body })))
  expect((await Promise.all(tries)).map(({ code }) => code).sort()).toEqual([
    'connected_account_taken',
    'good',
  ])
})

it('is looked at again each week: what lost its code has ended, what is down stays', async () => {
  await using site = await setup()
  const { ada, web, db, system } = site
  const body = { url: `${web.url}/ada` }
  const { code } = await ada.client.channels.proof({ params, body })
  const page = { '/ada': `<meta name="gridloom-verify" content="${code}">` }
  web.show(page)
  const { id } = await ada.client.channels.verify({ params, body })
  const state = async () => (await ada.client.channels.connected()).accounts[0]?.state
  await sql`update connected_accounts set checked_at = checked_at - interval '8 days'`.execute(db)
  web.answer('/ada', (_request, response) => response.writeHead(503).end())
  await checkAccounts(system)
  expect(await state()).toBe('connected')
  web.show({ '/ada': '<title>Moved on</title>' })
  await checkAccounts(system)
  expect(await state()).toBe('revoked')
  web.show(page)
  expect(await ada.client.channels.verify({ params, body })).toMatchObject({
    ...{ id, state: 'connected' },
  })
})

it.each([
  ['a query, in which a page could repeat what strangers write', '/search?q=1'],
  ['credentials', '/'],
])('refuses an address with %s', async (what, path) => {
  await using site = await setup()
  const at = what === 'credentials' ? site.web.url.replace('//', '//a:b@') : site.web.url
  const body = { url: `${at}${path}` }
  expect(await refusalOf(site.ada.client.channels.proof({ params, body }))).toMatchObject({
    ...{ code: 'invalid_input', fields: { url: expect.any(String) } },
  })
})

it('reads at most 2 MB of a page or a feed of 50 MB, and says so', async () => {
  await using site = await setup()
  const { ada, web } = site
  const body = { url: `${web.url}/feed` }
  await ada.client.channels.proof({ params, body })
  let written = 0
  web.answer('/feed', (_request, response) => {
    response.write('<rss><channel>')
    const flood = () => {
      while (!response.destroyed && written < 50_000_000) {
        written += 100_000
        if (!response.write('x'.repeat(100_000))) return response.once('drain', flood)
      }
      return response.end()
    }
    flood()
  })
  expect(await refusalOf(ada.client.channels.verify({ params, body }))).toMatchObject({
    details: { problem: `${new URL(web.url).host} sent more than 2000 KB.` },
  })
  expect(written).toBeLessThan(20_000_000)
})

it('reads a document that nests a hundred thousand elements, and XML with entities that multiply', async () => {
  await using site = await setup()
  const { web, system } = site
  web.show({
    '/deep': `${'<div>'.repeat(100_000)}deep`,
    '/deep.xml': `<rss><channel>${'<a>'.repeat(100_000)}</channel></rss>`,
    '/bomb.xml': `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>
      <rss><channel><title>&b;&b;&b;</title></channel></rss>`,
  })
  expect(await read(system, `${web.url}/deep`)).toMatchObject({
    text: expect.stringContaining('deep'),
  })
  expect(await read(system, `${web.url}/deep.xml`)).toMatchObject({ links: [] })
  expect(JSON.stringify(await read(system, `${web.url}/bomb.xml`)).length).toBeLessThan(500)
})

it('reads a page again: its words without scripts, its links, its date; and that it is gone', async () => {
  await using site = await setup()
  const { web, system } = site
  web.show({
    '/post': `<title>My GPU</title><meta property="article:published_time" content="2026-11-20T10:00:00Z">
      <script>var hidden = 1</script><p>I rent on <a href="https://gridloom.example/ada">Grid<b>loom</b></a> &amp; you?</p>
      <a href="/next">n</a><a href="javascript:alert(1)">x</a><p>zero\u200bwidth\u202e</p>`,
  })
  const post = await read(system, `${web.url}/post`)
  expect(post).toEqual({
    ...{
      url: `${web.url}/post`,
      authorId: null,
      text: 'My GPU\nI rent on Gridloom & you? nx zerowidth',
    },
    links: ['https://gridloom.example/ada', `${web.url}/next`],
    publishedAt: new Date('2026-11-20T10:00:00.000Z'),
  })
  for (const status of [404, 410, 401]) {
    web.answer('/post', (_request, response) => response.writeHead(status).end())
    expect(await read(system, `${web.url}/post`)).toBe('gone')
  }
})

it('says whose a page is by what was proved', async () => {
  await using site = await setup()
  const { ada, web, system, db } = site
  const body = { url: `${web.url}/ada` }
  const { code } = await ada.client.channels.proof({ params, body })
  web.show({
    '/ada': `<meta name="gridloom-verify" content="${code}">`,
    '/ada/post': '<title>Mine</title>',
    '/eve/post': '<title>Not mine</title>',
  })
  await ada.client.channels.verify({ params, body })
  const [account] = await listConnectedAccounts(db, ada.id)
  if (account === undefined) throw new RangeError('it is connected')
  for (const [path, isTheirs] of [
    ['/ada/post', true],
    ['/eve/post', false],
  ] as const) {
    const post = await read(system, `${web.url}${path}`)
    expect(post !== 'gone' && isPostBy(account, post)).toBe(isTheirs)
  }
})

it('asks a host that wants fewer requests only after its Retry-After', async () => {
  await using site = await setup()
  const { web, system, clock } = site
  web.answer('/post', (_request, response) =>
    response.writeHead(429, { 'retry-after': '60' }).end(),
  )
  await expect(read(system, `${web.url}/post`)).rejects.toMatchObject({ reason: 'rate_limited' })
  web.show({ '/post': '<title>Back</title>', '/other': '<title>Other</title>' })
  const before = web.requests.length
  await expect(read(system, `${web.url}/other`)).rejects.toMatchObject({ reason: 'rate_limited' })
  expect(web.requests).toHaveLength(before)
  await clock.jump(61_000)
  expect(await read(system, `${web.url}/post`)).toMatchObject({
    text: expect.stringContaining('Back'),
  })
})

it('gives a slow page twenty seconds', async () => {
  await using site = await setup()
  const { web, system, clock } = site
  const arrived = Promise.withResolvers<void>()
  web.answer('/slow', (_request, response) => {
    response.write('<title>')
    arrived.resolve()
  })
  const outcome = expect(read(system, `${web.url}/slow`)).rejects.toMatchObject({
    reason: 'unavailable',
  })
  await arrived.promise
  await clock.jump(20_000)
  await outcome
})

it.each(['http://127.0.0.1:22/', 'http://a:b@127.0.0.1/', 'file:///etc/passwd', 'http://['])(
  'follows no redirect to what it would not request itself: %s',
  async (location) => {
    await using site = await setup()
    const { web, system } = site
    web.answer('/post', (_request, response) => response.writeHead(302, { location }).end())
    await expect(read(system, `${web.url}/post`)).rejects.toMatchObject({ name: 'ChannelFailed' })
  },
)

it('requests no private address unless the server is configured to', async () => {
  await using site = await setup({ privateAddresses: 'refuse' })
  await using web = await startWeb()
  const { ada } = site
  for (const url of [`${web.url}/ada`, 'https://localhost/', 'https://169.254.169.254/latest']) {
    await ada.client.channels.proof({ params, body: { url } })
    expect(await refusalOf(ada.client.channels.verify({ params, body: { url } }))).toMatchObject({
      code: 'channel_refused',
    })
  }
  expect(web.requests).toEqual([])
})

type Proof = { code: string; me_url: string }

function read(system: Parameters<typeof readPublicPost>[0], url: string) {
  return readPublicPost(system, new URL(url))
}

async function setup({
  privateAddresses = 'allow',
}: {
  privateAddresses?: 'allow' | 'refuse'
} = {}) {
  const fixture = await withPeople({ config: { webhookPrivate: privateAddresses } })
  const web = await startWeb()
  const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
  return {
    ...{ ...fixture, web, ada, eve },
    async [Symbol.asyncDispose]() {
      await web[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A real web server with the pages that it is given; 404 for the rest. */
async function startWeb() {
  const handlers = new Map<string, Handler>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    response.on('error', () => {})
    requests.push(request.url ?? '')
    const handler = handlers.get(request.url ?? '')
    if (handler === undefined) response.writeHead(404).end('<title>404</title>')
    else handler(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return {
    ...{ requests, port, url: `http://127.0.0.1:${port}` },
    answer: (path: string, handler: Handler) => handlers.set(path, handler),
    show(pages: Record<string, string>) {
      for (const [path, page] of Object.entries(pages))
        handlers.set(path, (_request, response) => response.end(page))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
