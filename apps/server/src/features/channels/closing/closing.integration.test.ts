import { startMastodon } from '@gridloom/testkit/mastodon-stand-in'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Someone, withPeople } from '../../../../test/people.ts'
import { revokeClosed } from './revoke-closed.ts'

const hourMs = 60 * 60_000
const revokePath = '/oauth/revoke'

it('ends the access at the channels of a closed account, and keeps neither tokens nor proofs', async () => {
  await using site = await setup()
  const { ada, eve, mastodon } = site
  await ada.client.channels.proof({
    ...{ params: { channel: 'website' }, body: { url: 'https://blog.example/' } },
  })
  await ada.client.privacy.closeAccount()
  expect(mastodon.tokens.size).toBe(2)
  expect(await site.columns()).not.toContain(ada.id)
  await revokeClosed(site.system)
  expect([...mastodon.tokens.values()].map(({ username }) => username)).toEqual(['eve'])
  expect(await site.waiting()).toBe(0)
  const { rows } = await sql`select 1 from channel_proofs where account_id = ${ada.id}
    union all select 1 from connected_accounts where account_id = ${ada.id}`.execute(site.db)
  expect(rows).toEqual([])
  expect((await eve.client.channels.connected()).accounts).toMatchObject([{ state: 'connected' }])
})

it('closes the account at once where the channel is down, and asks it again until it answers', async () => {
  await using site = await setup()
  const { ada, mastodon, clock } = site
  await ada.client.privacy.closeAccount()
  mastodon.answerNext(revokePath, (response) => response.writeHead(502).end())
  await revokeClosed(site.system)
  expect(await site.waiting()).toBe(1)
  const before = mastodon.requests.length
  await revokeClosed(site.system)
  expect(mastodon.requests).toHaveLength(before)
  clock.shiftWall(hourMs)
  await Promise.all([revokeClosed(site.system), revokeClosed(site.system)])
  expect(mastodon.requests).toHaveLength(before + 1)
  expect([await site.waiting(), mastodon.tokens.size]).toEqual([0, 1])
})

it('gives up after a day, and deletes the tokens all the same', async () => {
  await using site = await setup()
  const { ada, mastodon, clock } = site
  await ada.client.privacy.closeAccount()
  let asked = 0
  for (let hour = 0; hour < 30 && (await site.waiting()) > 0; hour += 1) {
    mastodon.answerNext(revokePath, (response) => response.destroy())
    await revokeClosed(site.system)
    asked = hour + 1
    clock.shiftWall(hourMs)
  }
  expect(await site.waiting()).toBe(0)
  expect(asked).toBeGreaterThan(20)
  expect(mastodon.tokens.size).toBe(2)
})

async function setup() {
  const fixture = await withPeople({ config: { webhookPrivate: 'allow' } })
  const mastodon = await startMastodon({ now: () => fixture.clock.now() })
  const connect = async ({ client }: Someone, name: string) => {
    const { url } = await client.channels.connect({
      ...{ params: { channel: 'mastodon' }, body: { input: mastodon.url } },
    })
    await client.channels.finish({ body: { query: mastodon.grant(url, name) } })
  }
  const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
  await connect(ada, 'ada')
  await connect(eve, 'eve')
  const kept = async () =>
    (await sql<object>`select * from channel_revocations`.execute(fixture.db)).rows
  return {
    ...{ ...fixture, mastodon, ada, eve },
    waiting: async () => (await kept()).length,
    columns: async () => JSON.stringify(await kept()),
    async [Symbol.asyncDispose]() {
      await mastodon[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
