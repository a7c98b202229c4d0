import type { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { startMastodon } from '@gridloom/testkit/mastodon-stand-in'
import { startServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anAttachment } from '../../../test/attachments.ts'
import { type PeopleFixture, refusalOf, type Someone, withPeople } from '../../../test/people.ts'
import { beginSignIn } from '../auth/begin-sign-in.ts'
import { refreshAccount } from './accounts/fresh-credentials.ts'
import { checkAccounts } from './check-accounts.ts'
import {
  findPost,
  listConnectedAccounts,
  type PostToPublish,
  publishPost,
  readPublicPost,
} from './index.ts'

const hourMs = 60 * 60_000
type Mastodon = Awaited<ReturnType<typeof startMastodon>>

it('connects an account by OAuth with PKCE, with the smallest scopes, and stores no token in clear', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const account = await connect(mastodon, ada, 'ada')
  expect(account).toMatchObject({
    ...{ channel: 'mastodon', state: 'connected', handle: `@ada@127.0.0.1:${mastodon.port}` },
    ...{ name: 'ada', profile_url: `${mastodon.url}/@ada`, problem: null },
    scopes: ['read:accounts', 'write:statuses', 'write:media'],
  })
  expect((await ada.client.channels.connected()).accounts).toEqual([account])
  const [token = ''] = mastodon.tokens.keys()
  const { rows } = await sql`select connected_accounts::text as row from connected_accounts
    union all select mastodon_apps::text from mastodon_apps`.execute(site.db)
  const [app] = mastodon.apps.values()
  for (const secret of [token, app?.secret ?? '']) {
    expect(secret).not.toBe('')
    expect(JSON.stringify(rows)).not.toContain(secret)
  }
})

it('registers once at a server, and again where the server has forgotten it', async () => {
  await using site = await setup()
  const { mastodon, ada, eve, clock } = site
  await connect(mastodon, ada, 'ada')
  await connect(mastodon, eve, 'eve')
  expect(mastodon.apps.size).toBe(1)
  await clock.jump(25 * hourMs)
  mastodon.apps.clear()
  await connect(mastodon, ada, 'ada')
  expect(mastodon.apps.size).toBe(1)
})

it('records each write in the audit log, with the account as its subject', async () => {
  await using site = await setup()
  const { mastodon, ada, db } = site
  const { id } = await connect(mastodon, ada, 'ada')
  const again = await ada.client.channels.reconnect({ params: { id } })
  await ada.client.channels.finish({ body: { query: mastodon.grant(again.url, 'ada') } })
  await ada.client.channels.disconnect({ params: { id } })
  const { rows } = await sql`select action, subject from audit_entries
    where action like 'channels.%' order by action`.execute(db)
  expect(rows).toEqual([
    { action: 'channels.connect', subject: 'mastodon' },
    { action: 'channels.disconnect', subject: id },
    { action: 'channels.finish', subject: id },
    { action: 'channels.finish', subject: id },
    { action: 'channels.reconnect', subject: id },
  ])
})

it('is finished once: of two browsers with the same state one wins', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const query = await granted(mastodon, ada, 'ada')
  const tries = [0, 1, 2].map(() => refusalOf(ada.client.channels.finish({ body: { query } })))
  expect((await Promise.all(tries)).map(({ code }) => code).sort()).toEqual([
    'connection_expired',
    'connection_expired',
    'good',
  ])
  expect(mastodon.requests.filter((one) => one === 'POST /oauth/token')).toHaveLength(1)
})

it('is bound to the account and session that began it, for ten minutes; others do not use it up', async () => {
  await using site = await setup()
  const { mastodon, ada, eve, clock } = site
  const finish = async (by: Pick<Someone, 'client'>, query: string) =>
    (await refusalOf(by.client.channels.finish({ body: { query } }))).code
  const query = await granted(mastodon, ada, 'ada')
  expect(await finish(eve, query)).toBe('connection_expired')
  const otherSession = site.server.client(await secondSession(site, ada))
  expect(await finish({ client: otherSession }, query)).toBe('connection_expired')
  expect(await finish(ada, '?code=x&state=unknown')).toBe('connection_expired')
  expect(await finish(ada, query)).toBe('good')
  const late = await granted(mastodon, ada, 'ada')
  await clock.jump(10 * 60_000)
  expect(await finish(ada, late)).toBe('connection_expired')
})

it('says so when access was not granted', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const query = new URLSearchParams(await granted(mastodon, ada, 'ada'))
  query.delete('code')
  query.set('error', 'access_denied')
  expect(
    await refusalOf(ada.client.channels.finish({ body: { query: `?${query}` } })),
  ).toMatchObject({ code: 'channel_refused', details: { problem: 'Access was not granted.' } })
})

it('belongs to one account here at a time, also when two connect it at once', async () => {
  await using site = await setup()
  const { mastodon, ada, eve } = site
  const queries = [await granted(mastodon, ada, 'shared'), await granted(mastodon, eve, 'shared')]
  const tries = [ada, eve].map(({ client }, at) =>
    refusalOf(client.channels.finish({ body: { query: queries[at] ?? '' } })),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.map(({ code }) => code).sort()).toEqual(['connected_account_taken', 'good'])
  const [winner, loser] = outcomes[0]?.code === 'good' ? [ada, eve] : [eve, ada]
  const [account] = (await winner.client.channels.connected()).accounts
  if (account === undefined) throw new RangeError('it is connected')
  const params = { id: account.id }
  expect((await refusalOf(loser.client.channels.disconnect({ params }))).code).toBe('not_found')
  await winner.client.channels.disconnect({ params })
  expect(await connect(mastodon, loser, 'shared')).toMatchObject({ state: 'connected' })
})

it('keeps its id when it is disconnected and connected again, or renamed', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const first = await connect(mastodon, ada, 'ada')
  expect(await ada.client.channels.disconnect({ params: { id: first.id } })).toEqual({
    revoked: true,
  })
  expect(mastodon.tokens.size).toBe(0)
  expect((await ada.client.channels.connected()).accounts).toEqual([])
  const { rows } = await sql`select sealed from connected_accounts`.execute(site.db)
  expect(rows).toEqual([{ sealed: null }])
  mastodon.rename('ada', 'Ada \u202eevil\u202c \u0000<b>L</b>')
  const again = await connect(mastodon, ada, 'ada')
  expect(again).toMatchObject({ id: first.id, name: 'Ada evil <b>L</b>' })
})

it('is disconnected also when its server is down, and says that the access was not ended there', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const { id } = await connect(mastodon, ada, 'ada')
  await mastodon[Symbol.asyncDispose]()
  expect(await ada.client.channels.disconnect({ params: { id } })).toEqual({ revoked: false })
  expect((await ada.client.channels.connected()).accounts).toEqual([])
})

it('reconnects the account that it was, and no other', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const { id } = await connect(mastodon, ada, 'ada')
  mastodon.tokens.clear()
  await site.clock.jump(25 * hourMs)
  await checkAccounts(site.system)
  expect(await stateOf(ada, id)).toMatchObject({ state: 'revoked' })
  const other = await ada.client.channels.reconnect({ params: { id } })
  expect(
    await refusalOf(
      ada.client.channels.finish({ body: { query: mastodon.grant(other.url, 'bob') } }),
    ),
  ).toMatchObject({ code: 'connected_account_other' })
  const same = await ada.client.channels.reconnect({ params: { id } })
  expect(
    await ada.client.channels.finish({ body: { query: mastodon.grant(same.url, 'ada') } }),
  ).toMatchObject({ id, state: 'connected', problem: null })
})

it('publishes with media, and a second attempt with the same key publishes nothing', async () => {
  await using site = await setup()
  const { mastodon, ada, system } = site
  const { id } = await connect(mastodon, ada, 'ada')
  const bytes = new Uint8Array([137, 80, 78, 71])
  const post = aPost({
    attachments: [anAttachment({ bytes, text: 'A cat' })],
  })
  const publishing = publishPost(system, id, post)
  await mediaWasLookedAt(site)
  const published = await publishing
  expect(published.url).toBe(`${mastodon.url}/@ada/${published.id}`)
  expect([...mastodon.statuses.values()]).toMatchObject([{ text: post.text, media: ['1'] }])
  expect(mastodon.media.get('1')).toMatchObject({
    ...{ bytes: bytes.length, head: expect.stringContaining('A cat') },
  })
  expect(await publishPost(system, id, aPost())).toEqual(published)
  expect(mastodon.statuses.size).toBe(1)
})

it('knows what the server of an account takes, also when that changes', async () => {
  await using site = await setup()
  const { mastodon, ada, clock, system, db } = site
  const media = { image_size_limit: 5_000_000, supported_mime_types: ['image/png', 'video/webm'] }
  mastodon.settings.instance = {
    configuration: {
      statuses: { max_characters: 5_000, max_media_attachments: 16 },
      media_attachments: media,
    },
  }
  const { id } = await connect(mastodon, ada, 'ada')
  const limits = async () =>
    (await listConnectedAccounts(db, ada.id)).find((account) => account.id === id)?.limits
  expect(await limits()).toMatchObject({
    ...{ text_max: 5_000, links_as: 23, video: null },
    pictures: { max: 4, types: ['image/png'], bytes_max: 5_000_000 },
  })
  media.image_size_limit = 1_000_000
  await clock.jump(25 * hourMs)
  await checkAccounts(system)
  expect(await limits()).toMatchObject({ pictures: { bytes_max: 1_000_000 } })
  mastodon.settings.instance = { configuration: 'lies' }
  await clock.jump(25 * hourMs)
  await checkAccounts(system)
  expect(await limits()).toMatchObject({ pictures: { bytes_max: 1_000_000 } })
})

it('is unclear when the answer to a post is lost, and then finds what was published', async () => {
  await using site = await setup()
  const { mastodon, ada, system } = site
  const { id } = await connect(mastodon, ada, 'ada')
  const post = aPost({ key: 'k1' })
  const published = await publishPost(system, id, post)
  mastodon.answerNext('/api/v1/statuses', (response) => response.destroy())
  await expect(publishPost(system, id, post)).rejects.toMatchObject({ reason: 'unclear' })
  mastodon.answerNext('/api/v1/statuses', (response) => response.writeHead(503).end())
  await expect(publishPost(system, id, post)).rejects.toMatchObject({ reason: 'unclear' })
  mastodon.answerNext('/api/v1/statuses', (response) => response.end('<html>'))
  await expect(publishPost(system, id, post)).rejects.toMatchObject({ reason: 'unclear' })
  expect(await findPost(system, id, post)).toEqual(published)
  expect(await findPost(system, id, { ...post, text: 'Another text' })).toBeUndefined()
  const later = new Date(system.clock.now().getTime() + hourMs)
  expect(await findPost(system, id, { ...post, since: later })).toBeUndefined()
})

it('is unclear when a server takes longer than twenty seconds for a post', async () => {
  await using site = await setup()
  const { mastodon, ada, system, clock } = site
  const { id } = await connect(mastodon, ada, 'ada')
  const arrived = Promise.withResolvers<void>()
  mastodon.answerNext('/api/v1/statuses', () => arrived.resolve())
  const publishing = publishPost(system, id, aPost())
  const outcome = expect(publishing).rejects.toMatchObject({ reason: 'unclear' })
  await arrived.promise
  await clock.jump(20_000)
  await outcome
})

it('says what a server refuses, bounded and without its control characters', async () => {
  await using site = await setup()
  const { mastodon, ada, system } = site
  const { id } = await connect(mastodon, ada, 'ada')
  await expect(publishPost(system, id, aPost({ text: 'x'.repeat(501) }))).rejects.toMatchObject({
    ...{ reason: 'refused', message: expect.stringContaining('character limit of 500') },
  })
  mastodon.answerNext('/api/v1/statuses', (response) =>
    response.writeHead(403).end(JSON.stringify({ error: `no\u202e\u0007${'x'.repeat(1_000)}` })),
  )
  const error = await publishPost(system, id, aPost()).catch((caught: Error) => caught.message)
  expect(error).toMatch(/^It says: nox+…$/)
})

it('asks a server that wants fewer requests only after its Retry-After', async () => {
  await using site = await setup()
  const { mastodon, ada, system, clock } = site
  const { id } = await connect(mastodon, ada, 'ada')
  mastodon.answerNext('/api/v1/statuses', (response) =>
    response.writeHead(429, { 'retry-after': '120' }).end(),
  )
  const retryAt = new Date(system.clock.now().getTime() + 120_000)
  const limited = { reason: 'rate_limited', retryAt }
  await expect(publishPost(system, id, aPost())).rejects.toMatchObject(limited)
  const before = mastodon.requests.length
  await expect(publishPost(system, id, aPost())).rejects.toMatchObject(limited)
  expect(mastodon.requests).toHaveLength(before)
  await clock.jump(121_000)
  await publishPost(system, id, aPost())
  expect(mastodon.statuses.size).toBe(1)
})

it('ends where the token was revoked, notifies once, and is not used any more', async () => {
  await using site = await setup()
  const { mastodon, ada, system } = site
  const { id } = await connect(mastodon, ada, 'ada')
  mastodon.tokens.clear()
  await expect(publishPost(system, id, aPost())).rejects.toMatchObject({ reason: 'reconnect' })
  const before = mastodon.requests.length
  await expect(publishPost(system, id, aPost())).rejects.toMatchObject({ reason: 'reconnect' })
  expect(mastodon.requests).toHaveLength(before)
  expect(await stateOf(ada, id)).toMatchObject({
    ...{ state: 'revoked', problem: 'It no longer accepts the access.' },
  })
  const { rows } = await sql<{ text: string }>`select text from notices`.execute(site.db)
  expect(rows).toEqual([{ text: expect.stringMatching(/^The access to @ada@.* has ended/) }])
})

it('stays connected while its server is down, and says what the last check found', async () => {
  await using site = await setup()
  const { mastodon, ada, system, clock } = site
  const { id } = await connect(mastodon, ada, 'ada')
  await clock.jump(25 * hourMs)
  const path = '/api/v1/accounts/verify_credentials'
  mastodon.answerNext(path, (response) => response.writeHead(502).end('<html>'))
  await checkAccounts(system)
  expect(await stateOf(ada, id)).toMatchObject({
    ...{ state: 'connected', problem: `${new URL(mastodon.url).host} has a problem (status 502).` },
  })
  await checkAccounts(system)
  expect(await stateOf(ada, id)).toMatchObject({ state: 'connected', problem: null })
  const checks = () => mastodon.requests.filter((one) => one.endsWith('verify_credentials')).length
  const count = checks()
  await checkAccounts(system)
  expect(checks()).toBe(count)
})

it('renews its access once, however many need it at the same time on two replicas', async () => {
  await using site = await setup()
  const { mastodon, ada, system, clock, server } = site
  const { id } = await connect(mastodon, ada, 'ada')
  await using replica = await startServer({
    ...{ clock, databaseUrl: server.container.databaseUrl, config: { webhookPrivate: 'allow' } },
  })
  await clock.jump(48 * hourMs)
  const before = mastodon.requests.length
  const all = [server, replica].flatMap(({ container }) =>
    [0, 1, 2].map(() => refreshAccount(container.system, id, { when: 'due' })),
  )
  await clock.jump(1_000)
  for (let turn = 0; turn < 20; turn += 1) {
    await sql`select pg_sleep(0.02)`.execute(site.db)
    await clock.jump(250)
  }
  await Promise.all(all)
  expect(mastodon.requests.slice(before)).toEqual([
    ...['GET /api/v1/accounts/verify_credentials', 'GET /api/v2/instance'],
  ])
  expect((await refreshAccount(system, id, { when: 'due' })).row.refresh_lease).toBeNull()
})

it('is not believed about accounts of other servers', async () => {
  await using site = await setup()
  const { mastodon, ada, db } = site
  const query = await granted(mastodon, ada, 'liar')
  mastodon.answerNext('/api/v1/accounts/verify_credentials', (response) =>
    response.end(
      JSON.stringify({
        ...{ id: '1', username: 'liar', display_name: 'The real one' },
        ...{ uri: 'https://mastodon.example/users/famous', url: 'javascript:alert(1)' },
      }),
    ),
  )
  const account = await ada.client.channels.finish({ body: { query } })
  expect(account).toMatchObject({
    ...{ handle: `@liar@127.0.0.1:${mastodon.port}`, profile_url: `${mastodon.url}/@liar` },
  })
  const [listed] = await listConnectedAccounts(db, ada.id)
  expect(listed?.externalId).toBe(`${mastodon.url}/users/liar`)
})

it('reads a public post again: its words, its links, its author; and that it is gone', async () => {
  await using site = await setup()
  const { mastodon, ada, system, db } = site
  const { id } = await connect(mastodon, ada, 'ada')
  const { url } = await publishPost(system, id, aPost())
  const [account] = await listConnectedAccounts(db, ada.id)
  expect(await readPublicPost(system, new URL(url))).toEqual({
    ...{ url, authorId: account?.externalId, text: aPost().text },
    links: ['https://gridloom.example/ada'],
    publishedAt: system.clock.now(),
  })
  mastodon.statuses.clear()
  expect(await readPublicPost(system, new URL(url))).toBe('gone')
})

it.each([
  ['a server that does not exist', 'http://127.0.0.1:65533', 'channel_down'],
  ['no server', 'ftp://social.example', 'channel_refused'],
  ['plain http elsewhere', 'http://social.example', 'channel_refused'],
  ['credentials in the address', 'https://a:b@social.example', 'channel_refused'],
])('refuses %s', async (_case, input, code) => {
  await using site = await setup()
  const call = site.ada.client.channels.connect({
    ...{ params: { channel: 'mastodon' }, body: { input } },
  })
  expect((await refusalOf(call)).code).toBe(code)
})

it('requests no private address unless the server is configured to', async () => {
  await using mastodon = await startMastodon()
  await using site = await withPeople()
  const ada = await site.someone()
  const call = ada.client.channels.connect({
    ...{ params: { channel: 'mastodon' }, body: { input: mastodon.url } },
  })
  expect(await refusalOf(call)).toMatchObject({
    ...{
      code: 'channel_refused',
      details: { problem: expect.stringContaining('is not a public one') },
    },
  })
  expect(mastodon.requests).toEqual([])
})

it('connects at most twenty accounts', async () => {
  await using site = await setup()
  const { mastodon, ada } = site
  const query = await granted(mastodon, ada, 'twentieth')
  const late = await granted(mastodon, ada, 'late')
  for (let number = 1; number < 20; number += 1) await connect(mastodon, ada, `ada${number}`)
  await ada.client.channels.finish({ body: { query } })
  const finish = ada.client.channels.finish({ body: { query: late } })
  expect((await refusalOf(finish)).code).toBe('limit_reached')
  expect((await refusalOf(granted(mastodon, ada, 'another'))).code).toBe('limit_reached')
})

async function setup() {
  const fixture = await withPeople({ config: { webhookPrivate: 'allow' } })
  const mastodon = await startMastodon({ now: () => fixture.clock.now() })
  const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
  return {
    ...{ ...fixture, mastodon, ada, eve },
    async [Symbol.asyncDispose]() {
      await mastodon[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}

function aPost(changes: Partial<PostToPublish> = {}) {
  return {
    ...{ key: 'post-1', text: 'I render with Gridloom: https://gridloom.example/ada #ad & more' },
    ...{ attachments: [], since: new Date('2026-11-21T00:00:00.000Z'), ...changes },
  }
}

async function granted(mastodon: Mastodon, { client }: Someone, username: string) {
  const { url } = await client.channels.connect({
    ...{ params: { channel: 'mastodon' }, body: { input: mastodon.url } },
  })
  return mastodon.grant(url, username)
}

async function connect(mastodon: Mastodon, someone: Someone, username: string) {
  const query = await granted(mastodon, someone, username)
  return someone.client.channels.finish({ body: { query } })
}

async function stateOf({ client }: Someone, id: ConnectedAccountId) {
  return (await client.channels.connected()).accounts.find((account) => account.id === id)
}

/** The stand-in processes media until it was looked at twice, a second apart. */
async function mediaWasLookedAt({ mastodon, clock, db }: Awaited<ReturnType<typeof setup>>) {
  while ((mastodon.media.get('1')?.looks ?? 0) < 2) {
    await sql`select pg_sleep(0.02)`.execute(db)
    await clock.jump(1_000)
  }
}

async function secondSession({ system }: PeopleFixture, { id }: Someone): Promise<string> {
  const client = { address: '127.0.0.1', userAgent: 'node', bearer: undefined }
  return system.transact((tx) => beginSignIn(system, tx, { accountId: id, client, by: 'password' }))
}
