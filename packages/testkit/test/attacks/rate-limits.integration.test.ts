import { once } from 'node:events'
import { api } from '@gridloom/contract/api'
import { limits } from '@gridloom/contract/core/constants'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../../src/server.ts'
import { signIn, signUp, solveCaptcha } from '../../src/sign-up.ts'

const sharedSite = setup()
afterAll(async () => (await sharedSite).end())

describe('one user', () => {
  it('has one limit across all their sessions and spellings of the scheme', async () => {
    const site = await sharedSite
    const ada = await site.person()
    const again = await signIn(site.server, ada.account)
    const schemes = ['Bearer', 'bearer', 'BEARER', 'BEarer', 'beARer']
    const spelled = [ada.token, again].flatMap((token) =>
      schemes.flatMap((scheme) => [`${scheme} ${token}`, `${scheme}  ${token}`]),
    )
    const statuses = await site.companiesBy(spelled)
    expect(statuses.filter((status) => status === 201)).toHaveLength(site.companiesMax)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it('has one limit with all their API keys', async () => {
    const site = await sharedSite
    const { token } = await site.person()
    const body = { name: 'a key', scopes: ['market:read' as const] }
    const { key } = await site.client(token).keys.generateApiKey({ body })
    const { path, perMinute } = api.market.explain
    const statuses: number[] = []
    for (let call = 0; call <= perMinute; call += 1)
      statuses.push(await site.ask(path, '203.0.113.7', call % 2 === 0 ? token : key))
    expect(statuses.slice(0, -1)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })

  it('gains no second limit by acting for their company', async () => {
    const site = await sharedSite
    const { token } = await site.person()
    const company = await site.client(token).companies.create({ body: { name: 'One' } })
    const acting = await site.client(token).auth.actAs({ body: { company_id: company.id } })
    const own = await site.companiesBy(Array.from({ length: 9 }, () => `Bearer ${acting.token}`))
    expect(own.filter((status) => status === 201)).toHaveLength(site.companiesMax - 1)
    expect(await site.companiesBy([`Bearer ${acting.token}`])).toEqual([429])
  })

  it('does not use up the limit of another user at the same address', async () => {
    const site = await sharedSite
    const { token } = await site.person()
    expect(await site.companiesBy([`Bearer ${token}`])).toEqual([201])
  })
})

describe('one IPv6 /64 network', () => {
  it('is one caller, whichever of its addresses it uses', async () => {
    const { ask } = await sharedSite
    const statuses: number[] = []
    for (let at = 1; at <= 11; at += 1)
      statuses.push(await ask('/api/access-code/none', `2001:db8:0:1:${at}::${at}`))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10)
    expect(await ask('/api/access-code/none', '2001:db8:0:2::1')).not.toBe(429)
  })

  it('gets ten wrong passwords per email address, not ten for each of its addresses', async () => {
    const site = await sharedSite
    const { email } = await site.person()
    const statuses: number[] = []
    for (let at = 1; at <= 11; at += 1)
      statuses.push(await site.logIn(email, `2001:db8:0:3:${at}::1`))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('an open connection', () => {
  it('counts for its user across all sessions: event streams', async () => {
    const site = await sharedSite
    const ada = await site.person()
    const tokens = [ada.token, await signIn(site.server, ada.account)]
    const stop = new AbortController()
    const follow = (token: string | undefined) =>
      fetch(site.server.url + api.system.events.path, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      })
    // Kept referenced: a response that is garbage collected ends its stream.
    const open: Response[] = []
    for (let at = 0; at < limits.eventStreamsPerAccount; at += 1)
      open.push(await follow(tokens[at % 2]))
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await follow(tokens[0])
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    const { token: other } = await site.person()
    expect((await follow(other)).status).toBe(200)
    expect(open.every(({ body }) => body !== null)).toBe(true)
    stop.abort()
  })

  it('may send only a small first frame before it authenticates: sockets', async () => {
    const { server } = await sharedSite
    const address = `${server.url.replace('http', 'ws')}/api/instances/ins_${'0'.repeat(26)}/terminal`
    const socket = new WebSocket(address)
    socket.on('error', () => undefined)
    await once(socket, 'open')
    // Fragments of one frame that is never completed.
    for (let part = 0; part < 20; part += 1) socket.send('x'.repeat(1_024), { fin: false })
    // Closed at once, not after ten seconds for a missing token.
    expect(await once(socket, 'close')).toEqual([1006, expect.anything()])
  })
})

async function setup() {
  const server = await startServer({ rateLimits: 'on', config: { trustProxy: 1 } })
  let people = 0
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return {
    server,
    client: server.client,
    companiesMax: api.companies.create.perMinute,
    async person() {
      people += 1
      const account = { email: `limits-${people}@example.com`, password: 'a password of tests' }
      return { account, ...account, token: await signUp(server, { ...account, access: true }) }
    },
    async companiesBy(authorizations: readonly string[]) {
      const statuses: number[] = []
      for (const authorization of authorizations)
        statuses.push(
          (await post(api.companies.create.path, { authorization }, { name: 'Many' })).status,
        )
      return statuses
    },
    async ask(path: string, address: string, token?: string) {
      const headers = new Headers({ 'x-forwarded-for': address })
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      return (await fetch(server.url + path, { headers })).status
    },
    async logIn(email: string, address: string) {
      const answer = await solveCaptcha(server, 'login')
      const body = { email, password: 'not the one', 'cf-turnstile-response': answer }
      return (await post(api.auth.login.path, { 'x-forwarded-for': address }, body)).status
    },
    end: () => server[Symbol.asyncDispose](),
  }
}
