import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { api } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { aCompanyOf, pageHeaders, startPortsSite, visitAt } from '../ports/ports-site.ts'

/** A page at a port address, whose code is a stranger's, in the browser of a user of the console. */
describe('the page of an app', () => {
  it('can call nothing of the console, even with a token, and reads no answer', async () => {
    await using site = await startPortsSite()
    const { token } = site.product.people.renter
    const origin = `http://${site.host(8080)}:3000`
    for (const [method, path] of [
      ['POST', '/api/login/redeem'],
      ['POST', '/api/user/login'],
      ['GET', api.auth.refresh.path],
      ['DELETE', `/api/instances/${site.id}`],
      ['PUT', `/api/instances/${site.id}/ports/8080`],
      ['POST', '/api/ports/sign-in'],
      ['GET', '/api/user/details'],
      ['OPTIONS', '/api/user/details'],
      ['GET', '/'],
    ] as const) {
      const headers = { origin, authorization: `Bearer ${token}`, cookie: `token=${token}` }
      const answer = await fetch(new URL(path, site.product.server.url), { method, headers })
      expect([path, answer.status]).toEqual([path, 403])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      await answer.body?.cancel()
    }
    const { state } = await site.product.renter.instances.read({ params: { id: site.id } })
    expect(state).toBe('running')
  })

  it('opens no WebSocket of the console', async () => {
    await using site = await startPortsSite()
    const url = `${site.product.server.url.replace('http', 'ws')}/api/instances/${site.id}/terminal`
    const options: ClientOptions = { origin: `http://${site.host(8080)}:3000` }
    const socket = new WebSocket(url, options)
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('403')
  })

  it('may call the OpenAI-compatible API with a key of its own, as every page may', async () => {
    await using site = await startPortsSite()
    const { key } = await site.product.renter.keys.generateApiKey({
      body: { name: 'app', scopes: ['models:use'] },
    })
    const headers = { origin: `http://${site.host(8080)}`, authorization: `Bearer ${key}` }
    const answer = await fetch(new URL('/v1/models', site.product.server.url), { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('gets no answer of another app with the visitor’s cookie for that app', async () => {
    await using site = await startPortsSite()
    const cookie = await site.signIn(8080)
    const origin = `http://${site.host(9090)}`
    const theirs = await site.visit(8080, { method: 'POST', cookie, headers: { origin } })
    expect(theirs.status).toBe(401)
    const embedded = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }
    expect((await site.visit(8080, { cookie, headers: embedded })).status).toBe(401)
    expect((await site.visit(8080, { cookie, headers: pageHeaders })).status).toBe(200)
  })
})

describe('an app', () => {
  it('cannot set a cookie for the console or for another app', async () => {
    await using site = await startPortsSite()
    site.serve(8080, (_request, response) =>
      response
        .setHeader('set-cookie', ['token=stolen; Domain=localhost', 'gridloom-port=x', 'own=1'])
        .end(),
    )
    const opened = await site.visit(8080, { cookie: await site.signIn(8080) })
    expect(opened.headers['set-cookie']).toEqual(['token=stolen', 'own=1'])
  })

  it('redirects to the console as any site may: no credential goes along', async () => {
    await using site = await startPortsSite()
    const console = `${site.product.server.url}/account`
    site.serve(8080, (_request, response) => response.writeHead(307, { location: console }).end())
    const opened = await site.visit(8080, { cookie: await site.signIn(8080) })
    expect(opened.status).toBe(307)
    expect(opened.headers.location).toBe(console)
    expect(opened.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:5432/',
    'http://localhost:3000/api/config',
  ])('is all that its address reaches, not %s', async (target) => {
    await using site = await startPortsSite()
    await site.change('public')
    const { port } = new URL(site.product.server.url)
    const asked = httpRequest({
      port,
      host: '127.0.0.1',
      path: target,
      headers: { host: site.host(8080) },
    })
    asked.end()
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(400)
    expect(site.received).toEqual([])
    const undeclared = site.host(8080).replace('8080', '22')
    expect((await visitAt(Number(port), undeclared, {})).status).toBe(401)
  })
})

it('ends the connections of a member who was removed from the company', async () => {
  await using site = await startPortsSite({ cpuSlots: 2 })
  const { product } = site
  const { renter } = product.people
  const colleague = await product.newcomer()
  const companyId = await aCompanyOf(renter, colleague)
  // The instance becomes the company's, as an order of theirs would make it.
  const { db } = product.server.container
  await db
    .withTables<{ instances: { id: string; account_id: string } }>()
    .updateTable('instances')
    .set({ account_id: companyId })
    .where('id', '=', site.id)
    .execute()
  const cookie = await site.signIn(8080, colleague.client)
  const { port } = new URL(product.server.url)
  const asked = httpRequest({
    ...{ port, host: '127.0.0.1', path: '/events', headers: { host: site.host(8080), cookie } },
  })
  asked.end()
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => {}).resume()
  const closed = new Promise((resolve) => answer.once('close', resolve))
  const account_id = (await colleague.client.accounts.details()).account_id
  await renter.client.companies.removeMember({ params: { id: companyId, account_id } })
  const removedMs = performance.now()
  await closed
  expect(performance.now() - removedMs).toBeLessThan(1_000)
  expect((await site.visit(8080, { cookie })).status).toBe(401)
})
