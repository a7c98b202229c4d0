import type { ConnectedAccountId, PostId } from '@gridloom/contract/core/ids'
import { startMastodon } from '@gridloom/testkit/mastodon-stand-in'
import { sql } from 'kysely'
import { type PeopleFixture, type Someone, withPeople } from './people.ts'

export type Ambassador = Someone & { account: ConnectedAccountId }

/**
 * A server, a stand-in of Mastodon, and users with an account there. `instance`: what the stand-in says of itself. Dispose
 * with `await using`.
 */
export async function withAmbassadors({ instance }: { instance?: object | undefined } = {}) {
  const fixture: PeopleFixture = await withPeople({ config: { webhookPrivate: 'allow' } })
  const mastodon = await startMastodon({ now: () => fixture.clock.now() })

  mastodon.settings.instance = instance

  async function ambassador(name = 'ada'): Promise<Ambassador> {
    const someone = await fixture.someone(name)
    const { channels } = someone.client
    const { url } = await channels.connect({
      ...{ params: { channel: 'mastodon' }, body: { input: mastodon.url } },
    })
    const { id } = await channels.finish({ body: { query: mastodon.grant(url, name) } })
    return { ...someone, account: id }
  }

  const later = (ms: number) => new Date(fixture.clock.now().getTime() + ms).toISOString()

  return {
    ...fixture,
    mastodon,
    ambassador,
    /** A time so many milliseconds from now. */
    later,
    /** Plans a post in an hour. */
    async plan(
      { client, account }: Ambassador,
      { text = 'Rendered a short film.', at = later(60 * 60_000) } = {},
    ): Promise<PostId> {
      const targets = [{ connected_account_id: account }]
      return (await client.posts.create({ body: { text, at, targets } })).id
    },
    /** The only target of a post. */
    async targetOf({ client }: Someone, id: PostId) {
      const [target] = (await client.posts.read({ params: { id } })).targets
      if (target === undefined) throw new RangeError('it has a target')
      return target
    },
    /** A website that is proved: posts to it are published by its owner. */
    async website({ id }: Someone, url: string): Promise<ConnectedAccountId> {
      const account = fixture.system.ids.mint('connectedAccount')
      await sql`insert into connected_accounts (id, account_id, channel, external_id, name, handle,
        profile_url, input, code, state, scopes, connected_at, checked_at) values (${account}, ${id},
        'website', ${url}, 'Blog', ${new URL(url).host}, ${url}, ${url}, 'code', 'connected', '{}',
        ${fixture.clock.now()}, ${fixture.clock.now()})`.execute(fixture.db)
      return account
    },
    async notices({ id }: Someone): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices
        where account_id = ${id} order by at`.execute(fixture.db)
      return rows.map(({ text }) => text)
    },
    async [Symbol.asyncDispose]() {
      await mastodon[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
export type AmbassadorsFixture = Awaited<ReturnType<typeof withAmbassadors>>
