import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../src/sign-up.ts'
import { type PortsSite, startPortsSite, withinMs } from './ports-site.ts'

describe('connections to an address end within a second', () => {
  it('when it becomes private, for everyone but the account', async () => {
    await using site = await startPortsSite()
    const cookie = await site.signIn(8080)
    await site.makePublic()
    const stranger = await open(site, undefined)
    const owner = await open(site, cookie)
    await site.change('private')
    await stranger.ended()
    expect(owner.isOpen()).toBe(true)
    expect((await site.visit(8080)).status).toBe(401)
  })

  it('when their link is revoked, and those of other links stay', async () => {
    await using site = await startPortsSite()
    const [one, other] = [await site.link(), await site.link()]
    const [first, second] = [await open(site, one.cookie), await open(site, other.cookie)]
    await site.product.renter.ports.revokeLink({
      params: { id: site.id, port: 8080, link_id: one.id },
    })
    await first.ended()
    expect(second.isOpen()).toBe(true)
    expect((await site.visit(8080, { cookie: one.cookie })).status).toBe(401)
    expect((await site.visit(8080, { cookie: other.cookie })).status).toBe(200)
  })

  it('when a link expires, and all of them when the address becomes private', async () => {
    await using site = await startPortsSite({ clock: 'fake' })
    const [brief, long] = [await site.link(60), await site.link(3_600)]
    const [first, second] = [await open(site, brief.cookie), await open(site, long.cookie)]
    await site.product.turn(65_000)
    await first.ended()
    expect(second.isOpen()).toBe(true)
    await site.change('private')
    await second.ended()
    await site.change('link')
    expect((await site.visit(8080, { cookie: long.cookie })).status).toBe(401)
  })

  it('when their user signs out of the console, or signs that session out elsewhere', async () => {
    await using site = await startPortsSite()
    const { email, password } = site.product.people.renter
    const token = await signIn(site.product.server, { email, password })
    const client = site.product.server.client(token)
    const visitor = await open(site, await site.signIn(8080, client))
    const other = await open(site, await site.signIn(8080))
    await client.auth.logout()
    await visitor.ended()
    expect(other.isOpen()).toBe(true)
  })

  it('when their API key is revoked', async () => {
    await using site = await startPortsSite()
    const { keys } = site.product.renter
    const { key, api_key } = await keys.generateApiKey({
      body: { name: 'ci', scopes: ['ports:open'] },
    })
    const program = await open(site, undefined, { 'x-gridloom-token': key })
    await keys.revokeApiKey({ params: { id: api_key.id } })
    await program.ended()
    expect((await site.visit(8080, { headers: { 'x-gridloom-token': key } })).status).toBe(403)
  })

  it('when the instance stops, and when it is destroyed its address is gone', async () => {
    await using site = await startPortsSite()
    await site.makePublic()
    const { instances } = site.product.renter
    const one = await open(site, undefined)
    await instances.stop({ params: { id: site.id } })
    await one.ended()
    await instances.destroy({ params: { id: site.id } })
    await site.product.untilInstance(site.id, ({ state }) => state === 'destroyed')
    expect((await site.visit(8080)).status).toBe(401)
  })
})

describe('a link', () => {
  it('opens its address for everyone who has it, and shares a private one', async () => {
    await using site = await startPortsSite()
    const { ports } = site.product.renter
    const one = { params: { id: site.id, port: 8080 } }
    const { cookie, id, url } = await site.link(600)
    expect(await site.visit(8080, { cookie })).toMatchObject({ status: 200 })
    expect((await site.visit(9090, { cookie })).status).toBe(401)
    const key = new URL(url).searchParams.get('key') ?? ''
    expect(key).toMatch(/^gll_[\w-]{43}$/)
    const headers = { 'x-gridloom-token': key }
    expect((await site.visit(8080, { headers })).status).toBe(200)
    expect(await ports.links(one)).toMatchObject([{ id, note: 'for a colleague' }])
    expect(JSON.stringify(await ports.links(one))).not.toContain(key.slice(4))
    expect((await ports.list({ params: { id: site.id } }))[0]).toMatchObject({
      access: 'link',
      links: 1,
    })
    expect(site.received.map((request) => request.url)).not.toContainEqual(
      expect.stringContaining('gll_'),
    )
  })

  it('has no more than a hundred beside it', async () => {
    await using site = await startPortsSite()
    const create = () =>
      site.product.renter.ports.createLink({
        params: { id: site.id, port: 8080 },
        body: { expires_in_s: 600 },
      })
    for (let count = 0; count < 100; count++) await create()
    await expect(create()).rejects.toMatchObject({ code: 'limit_reached' })
  })
})

/** A response without end, and whether it has ended. */
async function open(
  site: PortsSite,
  cookie: string | undefined,
  headers: Record<string, string> = {},
) {
  const sent = httpRequest({
    ...{ port: Number(new URL(site.product.server.url).port), host: '127.0.0.1', path: '/events' },
    headers: { host: site.host(8080), ...(cookie === undefined ? {} : { cookie }), ...headers },
  })
  sent.on('error', () => {})
  sent.end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer?.statusCode !== 200) throw new Error(`not open: ${answer?.statusCode}`)
  const closed = new Promise<number>((resolve) =>
    answer.on('error', () => {}).once('close', () => resolve(performance.now())),
  )
  answer.resume()
  return {
    isOpen: () => !answer.closed,
    /** Resolves when it has ended, and checks that it took no longer than it may. */
    async ended() {
      const calledMs = performance.now()
      expect((await closed) - calledMs).toBeLessThan(withinMs)
    },
  }
}
