import { WebhookDeliveryId, WebhookId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { codeOf, withCompanies } from '../../../test/companies.ts'
import { withPeople } from '../../../test/people.ts'

type Someone = Awaited<ReturnType<Awaited<ReturnType<typeof withPeople>>['someone']>>

const url = 'https://example.com/hooks'
const wanted = { url, events: ['instance.ready' as const], name: 'prod' }
const nobodys = WebhookId.parse('whk_00000000000000000000000001')
const noDelivery = WebhookDeliveryId.parse('whd_00000000000000000000000001')

describe('a webhook', () => {
  it('returns its secret when it is created and rotated, and never again', async () => {
    await using site = await withPeople()
    const { client } = await site.someone()
    const { webhook, secret } = await client.webhooks.create({ body: wanted })
    const rotated = await client.webhooks.rotateSecret({ params: { id: webhook.id } })
    expect(new Set([secret, rotated.secret]).size).toBe(2)
    for (const one of [secret, rotated.secret]) expect(one).toMatch(/^whsec_[\w+/]{43}=$/)
    const seen = JSON.stringify([
      await client.webhooks.list(),
      await client.webhooks.read({ params: { id: webhook.id } }),
      await client.webhooks.change({ params: { id: webhook.id }, body: { name: 'staging' } }),
    ])
    expect(seen).toContain('staging')
    expect(seen).not.toContain('whsec_')
  })

  it.each([
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://[::1]:8080/',
    'http://[::ffff:169.254.169.254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://localhost:3000/',
    'http://database/',
    'http://metadata.google.internal/',
    'https://example.com:22/',
    'https://user:password@example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://example.com/#fragment',
    `https://example.com/${'x'.repeat(2_000)}`,
    'no address',
  ])('is refused for %s, when created and when changed', async (bad) => {
    await using site = await withPeople()
    const { client } = await site.someone()
    const { webhook } = await client.webhooks.create({ body: wanted })
    const tried = [
      client.webhooks.create({ body: { ...wanted, url: bad } }),
      client.webhooks.change({ params: { id: webhook.id }, body: { url: bad } }),
    ]
    for (const one of tried)
      await expect(one).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { url: expect.any(String) },
      })
    expect(await client.webhooks.list()).toMatchObject([{ url }])
  })

  it('of a private address is never connected to, even if its row says so', async () => {
    await using site = await withPeople()
    const { client } = await site.someone()
    const { webhook } = await client.webhooks.create({ body: wanted })
    await sql`update webhooks set url = ${site.server.url}`.execute(site.db)
    const tested = await client.webhooks.test({ params: { id: webhook.id } })
    expect(tested).toMatchObject({
      event: 'webhook.test',
      state: 'failed',
      attempts: 1,
      last_attempt: { status: null, failure: 'address_refused' },
    })
    expect(await client.webhooks.read({ params: { id: webhook.id } })).toMatchObject({
      failing_since: null,
    })
  })

  it('is one of at most twenty', async () => {
    await using site = await withPeople()
    const { client } = await site.someone()
    for (let count = 0; count < 20; count++) await client.webhooks.create({ body: wanted })
    await expect(client.webhooks.create({ body: wanted })).rejects.toMatchObject({
      code: 'limit_reached',
    })
  })

  it('needs the scope of its own, and another account finds nothing of it', async () => {
    await using site = await withPeople()
    const owner = await site.someone()
    const { webhook } = await owner.client.webhooks.create({ body: wanted })
    const stranger = await site.someone()
    for (const call of Object.values(callsOf(stranger.client, webhook.id)))
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    for (const call of Object.values(callsOf(owner.client, nobodys)))
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    expect(await stranger.client.webhooks.list()).toEqual([])
    expect(await owner.client.webhooks.list()).toMatchObject([{ id: webhook.id, enabled: true }])
  })

  it('ends with its account', async () => {
    await using site = await withPeople()
    const { client } = await site.someone()
    await client.webhooks.create({ body: wanted })
    await client.privacy.closeAccount()
    const { rows } = await sql`select from webhooks`.execute(site.db)
    expect(rows).toEqual([])
  })

  it('is in the data export without its secrets', async () => {
    await using site = await withPeople()
    const { token, client } = await site.someone()
    const { secret } = await client.webhooks.create({ body: wanted })
    const { text } = await site.raw('GET', '/api/user/export', { token })
    expect(text).toContain(url)
    expect(text).not.toContain(secret)
  })
})

describe('the webhooks of a company', () => {
  it('are seen by its members, and changed by owners and admins alone', async () => {
    await using site = await withCompanies()
    const { id, owner, admin, member } = await site.company()
    const [asOwner, asAdmin, asMember] = [
      await site.actAs(owner, id),
      await site.actAs(admin, id),
      await site.actAs(member, id),
    ]
    const { webhook } = await asAdmin.client.webhooks.create({ body: wanted })
    expect(await asMember.client.webhooks.list()).toMatchObject([{ id: webhook.id }])
    expect(await codeOf(asMember.client.webhooks.create({ body: wanted }))).toBe('forbidden')
    const calls = callsOf(asMember.client, webhook.id)
    for (const name of ['change', 'remove', 'rotateSecret', 'test', 'replay'] as const)
      expect(await codeOf(calls[name]())).toBe('forbidden')
    for (const name of ['read', 'deliveries'] as const)
      expect(await codeOf(calls[name]())).toBe('good')
    const params = { id: webhook.id }
    await asOwner.client.webhooks.change({ params, body: { enabled: false } })
    await asAdmin.client.webhooks.remove({ params })
    expect(await asMember.client.webhooks.list()).toEqual([])
  })

  it('are those of another account for an owner who acts for themselves', async () => {
    await using site = await withCompanies()
    const { id, owner } = await site.company()
    const again = await site.again(owner)
    const asOwner = await site.actAs(owner, id)
    const { webhook } = await asOwner.client.webhooks.create({ body: wanted })
    for (const call of Object.values(callsOf(again.client, webhook.id)))
      expect(await codeOf(call())).toBe('not_found')
  })
})

/** Every call that names a webhook. */
function callsOf(client: Someone['client'], id: WebhookId) {
  const { webhooks } = client
  const params = { id }
  const delivery = { id, delivery: noDelivery }
  return {
    read: () => webhooks.read({ params }),
    change: () => webhooks.change({ params, body: { enabled: false } }),
    remove: () => webhooks.remove({ params }),
    rotateSecret: () => webhooks.rotateSecret({ params }),
    test: () => webhooks.test({ params }),
    deliveries: () => webhooks.deliveries({ params }),
    readDelivery: () => webhooks.readDelivery({ params: delivery }),
    replay: () => webhooks.replay({ params: delivery }),
  } satisfies Record<string, () => Promise<unknown>>
}
