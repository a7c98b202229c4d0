import type { ServerResponse as Answer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../src/sign-up.ts'
import { aCompanyOf, pageHeaders, startPortsSite, visitAt } from './ports-site.ts'

describe('the addresses of an instance', () => {
  it('exist for each declared port, private, by number, and never change', async () => {
    await using site = await startPortsSite()
    const { renter } = site.product
    const params = { id: site.id }
    const addresses = await renter.ports.list({ params })
    expect(addresses).toMatchObject([
      { port: 8080, access: 'private', links: 0 },
      { port: 9090, access: 'private', links: 0 },
    ])
    const [slug, other] = addresses.map(
      ({ url }) => /^http:\/\/\d+-(ins\w{16})\.localhost/.exec(url ?? '')?.[1],
    )
    expect(slug).toBeDefined()
    expect(slug).toBe(other)
    await renter.instances.restart({ params })
    await site.product.untilInstance(site.id, ({ ready, generation }) => ready && generation > 1)
    expect(await renter.ports.list({ params })).toEqual(addresses)
  })

  it('are created with the order, before anyone reads them', async () => {
    await using site = await startPortsSite()
    const { id } = await site.product.order({
      template: { image_path_with_tag: 'gridloom/base:latest', ports: [80, 80, 443] },
    })
    const { db } = site.product.server.container
    await site.product.until({
      read: () =>
        db
          .withTables<Tables>()
          .selectFrom('port_addresses')
          .select('port')
          .where('instance_id', '=', id)
          .execute(),
      satisfies: (rows) => rows.length === 2,
    })
  })

  it('are found by a proxy that asks for certificates while the instance exists', async () => {
    await using site = await startPortsSite()
    const { renter } = site.product
    const asked = (domain: string) =>
      site.product.server
        .client()
        .ports.tlsAsk({ query: { domain } })
        .then(
          () => 200,
          ({ status }) => status,
        )
    const host = site.host(8080)
    expect(await asked(host)).toBe(200)
    expect(await asked(host.toUpperCase())).toBe(200)
    expect(await asked('localhost')).toBe(200)
    for (const other of [
      host.replace('8080', '8081'),
      host.replace(/ins./, (start) => (start === 'insz' ? 'insy' : 'insz')),
      `x.${host}`,
      `${host}.evil.test`,
      'evil.localhost',
      'evil.test',
      '',
    ])
      expect([other, await asked(other)]).toEqual([other, 404])
    await renter.instances.destroy({ params: { id: site.id } })
    expect(await asked(host)).toBe(404)
  })
})

type Tables = { port_addresses: { instance_id: string; port: number } }

describe('a private address', () => {
  it('opens for its owner after a sign-in, and for their key with its scope', async () => {
    await using site = await startPortsSite()
    const cookie = await site.signIn(8080)
    expect(await site.visit(8080, { cookie })).toMatchObject({ status: 200, text: /hello/ })
    const keyWith = async (scopes: ('ports:open' | 'instances:write')[]) =>
      (await site.product.renter.keys.generateApiKey({ body: { name: 'ci', scopes } })).key
    const headers = { 'x-gridloom-token': await keyWith(['ports:open']) }
    expect(await site.visit(8080, { headers })).toMatchObject({ status: 200 })
    const lacking = { 'x-gridloom-token': await keyWith(['instances:write']) }
    expect(await site.visit(8080, { headers: lacking })).toMatchObject({ status: 403 })
    expect(site.received.every(({ headers: sent }) => !('x-gridloom-token' in sent))).toBe(true)
    expect(site.received.every(({ headers: sent }) => sent.cookie === undefined)).toBe(true)
  })

  it('opens for members of the company that owns it, whichever account is active', async () => {
    await using site = await startPortsSite()
    const { product } = site
    const { renter } = product.people
    const colleague = await product.newcomer()
    const companyId = await aCompanyOf(renter, colleague)
    await product.operator.ledger.credit({
      body: { email: renter.email, micro_usd: 2_000_000, key: 'paid', text: 'Paid' },
    })
    await renter.client.companies.fund({
      params: { id: companyId },
      body: { micro_usd: 2_000_000, key: 'fund' },
    })
    const { email, password } = renter
    const another = product.server.client(await signIn(product.server, { email, password }))
    const { token } = await another.auth.actAs({ body: { company_id: companyId } })
    const acting = product.server.client(token)
    const machine = await product.addMachine()
    const { id: offer_id } = await product.offerOf(machine)
    const template = { image_path_with_tag: 'gridloom/base:latest', ports: [8080] }
    const { instance } = await acting.instances.order({ body: { offer_id, disk_gb: 1, template } })
    const params = { id: instance.id }
    await product.until({
      read: () => acting.instances.read({ params }),
      satisfies: ({ ready }) => ready,
    })
    const [address] = await acting.ports.list({ params })
    const label = new URL(address?.url ?? '').hostname.split('.')[0] ?? ''
    const asked = { body: { address: label, state: '0'.repeat(64) } }
    expect((await colleague.client.ports.signIn(asked)).instance_id).toBe(instance.id)
    const stranger = await product.newcomer()
    await expect(stranger.client.ports.signIn(asked)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('answers strangers exactly as an address that does not exist', async () => {
    await using site = await startPortsSite()
    const stranger = await site.product.newcomer()
    const { key } = await stranger.client.keys.generateApiKey({
      body: { name: 'x', scopes: ['ports:open'] },
    })
    const foreign = site.host(8080)
    const unknown = foreign.replace(/-ins..../, '-ins0000')
    const known = ({
      status,
      text,
      headers,
    }: {
      status: number
      text: string
      headers: object
    }) => ({
      status,
      text,
      names: Object.keys(headers).sort(),
    })
    const port = Number(new URL(site.product.server.url).port)
    const attempts: Record<string, string>[] = [
      pageHeaders,
      {},
      { 'x-gridloom-token': key },
      { 'x-gridloom-token': 'nonsense' },
      { cookie: `gridloom-port=${'x'.repeat(43)}` },
      { ...pageHeaders, cookie: `gridloom-port=gll_${'x'.repeat(43)}` },
    ]
    for (const headers of attempts) {
      const [one, other] = [
        await visitAt(port, foreign, { headers }),
        await visitAt(port, unknown, { headers }),
      ]
      expect(known(one)).toEqual(known(other))
    }
    const body = (host: string) => ({
      body: { address: host.split('.')[0] ?? '', state: '0'.repeat(64) },
    })
    for (const host of [foreign, unknown, 'nonsense'])
      await expect(stranger.client.ports.signIn(body(host))).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      })
    expect(site.received).toEqual([])
  })
})

describe('a sign-in to an address', () => {
  it('is for one address, one browser and one use', async () => {
    await using site = await startPortsSite()
    const { renter } = site.product
    const sent = await site.visit(8080, { path: '/lab?x=1', headers: pageHeaders })
    const {
      address = '',
      state = '',
      path = '',
    } = Object.fromEntries(new URL(sent.headers.location ?? '').searchParams)
    const { url } = await renter.ports.signIn({ body: { address, state, path } })
    const back = new URL(url)
    const place = `${back.pathname}${back.search}`
    expect(back.searchParams.get('path')).toBe('/lab?x=1')
    const cookie = sent.cookie
    const elsewhere = await site.visit(9090, { path: place, cookie, headers: pageHeaders })
    expect(elsewhere.status).toBe(403)
    const otherBrowser = `gridloom-port-attempt=${'a'.repeat(43)}`
    expect((await site.visit(8080, { path: place, cookie: otherBrowser })).status).toBe(403)
    const first = await site.visit(8080, { path: place, cookie })
    expect(first.status).toBe(303)
    expect((await site.visit(8080, { path: place, cookie })).status).toBe(403)
    expect((await site.visit(8080, { cookie: first.cookie })).status).toBe(200)
    expect((await site.visit(9090, { cookie: first.cookie })).status).toBe(401)
  })

  it('expires after a minute', async () => {
    await using site = await startPortsSite({ clock: 'fake' })
    const sent = await site.visit(8080, { headers: pageHeaders })
    const { address = '', state = '' } = Object.fromEntries(
      new URL(sent.headers.location ?? '').searchParams,
    )
    const { url } = await site.product.renter.ports.signIn({ body: { address, state } })
    const { pathname, search } = new URL(url)
    await site.product.turn(61_000)
    const late = await site.visit(8080, { path: `${pathname}${search}`, cookie: sent.cookie })
    expect(late.status).toBe(403)
  })
})

describe('an address of an instance that does not run', () => {
  it('says so to those who may open it, and reaches nothing before charging has begun', async () => {
    await using site = await startPortsSite()
    const { product } = site
    const cookie = await site.signIn(8080)
    await product.renter.instances.stop({ params: { id: site.id } })
    await product.untilInstance(site.id, ({ state }) => state === 'stopped')
    const stopped = await site.visit(8080, { cookie, headers: { accept: 'text/html' } })
    expect(stopped).toMatchObject({ status: 503, text: /Instance stopped/ })
    expect((await site.visit(8080)).status).toBe(401)
    await product.renter.instances.start({ params: { id: site.id } })
    await product.untilInstance(site.id, ({ ready }) => ready)
    await expect.poll(async () => (await site.visit(8080, { cookie })).status).not.toBe(503)
    await product.machine.killAgent()
    await expect
      .poll(async () => (await site.visit(8080, { cookie, headers: { accept: 'text/html' } })).text)
      .toMatch(/Machine offline/)
  })

  it('counts as starting while it is not ready, however long', async () => {
    await using site = await startPortsSite()
    const { product } = site
    const machine = await product.addMachine()
    const { id } = await product.order({
      offer_id: (await product.offerOf(machine)).id,
      template: {
        image_path_with_tag: 'gridloom/base:latest',
        ports: [8080],
        readiness: { kind: 'tcp', port: 1, timeout_s: 600 },
      },
    })
    await product.untilInstance(id, ({ state }) => state === 'running')
    let reached = 0
    machine.fake.serve(id, 8080, (connection) => {
      reached += 1
      connection.destroy()
    })
    const params = { id }
    await product.renter.ports.change({ params: { id, port: 8080 }, body: { access: 'public' } })
    const [address] = await product.renter.ports.list({ params })
    const at = Number(new URL(product.server.url).port)
    const shown = await visitAt(at, new URL(address?.url ?? '').hostname, {
      headers: { accept: 'text/html' },
    })
    expect(shown).toMatchObject({ status: 503, text: /Starting/ })
    expect(await product.renter.ports.answer({ params: { id, port: 8080 } })).toEqual({
      kind: 'unavailable',
    })
    expect(reached).toBe(0)
    expect((await product.renter.instances.read({ params })).charging).toBeNull()
  })
})

describe('a probe of a port', () => {
  it('tells status, title and latency of its start page, and sends nothing of the caller', async () => {
    await using site = await startPortsSite()
    const { renter } = site.product
    const probe = (port: number) => renter.ports.answer({ params: { id: site.id, port } })
    expect(await probe(8080)).toEqual({
      kind: 'http',
      status: 200,
      title: 'My & app',
      latency_ms: expect.any(Number),
    })
    expect(site.received[0]?.headers).toEqual({
      host: 'localhost:8080',
      accept: 'text/html, */*;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Gridloom (port probe)',
      connection: 'close',
    })
    await expect(probe(8081)).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each([
    [
      'does not follow a redirect',
      302,
      null,
      (_s: unknown, r: Answer) => r.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'reads no more than 64 KiB',
      200,
      null,
      (_s: unknown, r: Answer) =>
        r
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`${' '.repeat(70_000)}<title>late</title>`),
    ],
    [
      'reads no title of what is no page',
      200,
      null,
      (_s: unknown, r: Answer) =>
        r.writeHead(200, { 'content-type': 'text/plain' }).end('<title>no</title>'),
    ],
    [
      'shows a title as one plain line',
      200,
      'a b <i>',
      (_s: unknown, r: Answer) =>
        r
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>\n a\u0000 \u202e b &lt;i&gt;</title>'),
    ],
  ])('%s', async (_what, status, title, answer) => {
    await using site = await startPortsSite()
    site.serve(8080, answer)
    const shown = await site.product.renter.ports.answer({ params: { id: site.id, port: 8080 } })
    expect(shown).toMatchObject({ kind: 'http', status, title })
  })

  it('ends after five seconds, and names what is no HTTP and what does not listen', async () => {
    await using site = await startPortsSite()
    const { renter, machine } = site.product
    const probe = () => renter.ports.answer({ params: { id: site.id, port: 8080 } })
    machine.fake.serve(site.id, 8080, (connection) => connection.end('SSH-2.0-OpenSSH\r\n'))
    expect(await probe()).toMatchObject({ kind: 'other' })
    machine.fake.serve(site.id, 8080, () => {})
    const startedMs = performance.now()
    expect(await probe()).toMatchObject({ kind: 'other' })
    expect(performance.now() - startedMs).toBeLessThan(8_000)
  })
})
