import type { AccountId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addAddressee, addCompany, queuedEmails } from '../../../../test/mailed.ts'
import { mailIfWanted, mailNextWanting } from './mail-if-wanted.ts'
import {
  listReaders,
  listReadersAfter,
  loadOverrides,
  mergeOverrides,
} from './notifications-store.ts'

it('emails a user with a verified address, not an unverified or closed account', async () => {
  await using post = await setup()
  const ada = await post.person('ada')
  const eve = await post.person('eve', { verified: 'no' })
  expect(await post.readers(ada)).toEqual(['ada@example.com'])
  expect(await post.readers(eve)).toEqual([])
  await sql`update accounts set closed_at = now()`.execute(post.db)
  expect(await post.readers(ada)).toEqual([])
})

it('follows the setting for this kind of email, and only for this kind', async () => {
  await using post = await setup()
  const ada = await post.person('ada', { notifications: { machine_alerts: false } })
  expect(await post.readers(ada)).toEqual([])
  expect(await listReaders(post.db, ada, 'balance_low')).toHaveLength(1)
  const again = { machine_alerts: true }
  await post.ctx().transact((tx) => mergeOverrides(tx, ada, again))
  expect(await post.readers(ada)).toEqual(['ada@example.com'])
})

it('emails a company’s owners and admins by their own settings, and no members', async () => {
  await using post = await setup()
  const roles = ['owner', 'admin', 'member', 'owner'] as const
  const quiet = { notifications: { machine_alerts: false } }
  const members = []
  for (const [nth, role] of roles.entries())
    members.push({ id: await post.person(`${role}-${nth}`, nth === 3 ? quiet : {}), role })
  const company = post.mint()
  await addCompany(post.db, { id: company, members })
  expect(await post.readers(company)).toEqual(['admin-1@example.com', 'owner-0@example.com'])
})

it('keeps both of two concurrent changes of the settings', async () => {
  await using post = await setup()
  const ada = await post.person('ada')
  await Promise.all([
    post.ctx().transact((tx) => mergeOverrides(tx, ada, { machine_alerts: false })),
    post.ctx().transact((tx) => mergeOverrides(tx, ada, { balance_low: false })),
  ])
  expect(await loadOverrides(post.db, ada)).toEqual({ machine_alerts: false, balance_low: false })
})

it('ignores stored settings that cannot be parsed, and returns none for an unknown account', async () => {
  await using post = await setup()
  const ada = await post.person('ada')
  await sql`update accounts set notifications = '{"machine_alerts": "perhaps"}'`.execute(post.db)
  expect(await loadOverrides(post.db, ada)).toEqual({})
  expect(await loadOverrides(post.db, post.mint())).toBeUndefined()
})

it('emails every active user once, in batches, until none is left', async () => {
  await using post = await setup()
  for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) await post.person(name)
  await sql`update accounts set suspended_at = now() where email like 'cyd%'`.execute(post.db)
  let after = ''
  const batches = []
  for (;;) {
    const upTo = await post.batch(after)
    if (upTo === null) break
    batches.push((await queuedEmails(post.db)).length)
    after = upTo
  }
  expect(batches).toEqual([2, 4])
  const emailed = (await queuedEmails(post.db)).map((line) => line.split('@')[0])
  expect(emailed.toSorted()).toEqual(['ada', 'bob', 'dan', 'eve'])
})

it('continues after the last account of a batch even if it is deleted', async () => {
  await using post = await setup()
  const [ada] = [await post.person('ada'), await post.person('bob')]
  await sql`delete from accounts where id = ${ada}`.execute(post.db)
  const wanted = { kind: 'announcements', after: ada, most: 10 } as const
  expect(await listReadersAfter(post.db, wanted)).toMatchObject([{ email: 'bob@example.com' }])
})

it('sends no email for a transaction that fails', async () => {
  await using post = await setup()
  const ada = await post.person('ada')
  const ctx = post.ctx()
  const wanted = { accountId: ada, kind: 'machine_alerts', message } as const
  const failing = ctx.transact(async (tx) => {
    await mailIfWanted(ctx, tx, wanted)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await queuedEmails(post.db)).toEqual([])
  await ctx.transact((tx) => mailIfWanted(ctx, tx, wanted))
  expect(await queuedEmails(post.db)).toEqual(['ada@example.com: News of it'])
})

/** An email whose subject contains control characters that are invalid in a header. */
function message(to: string) {
  return { to, subject: 'News\r\nof\u0000 it', text: 'It is so.', html: '<p>It is so.</p>' }
}

async function setup() {
  const fixture = await withDatabase()
  const mint = (): AccountId => fixture.ctx().ids.mint('account')
  return {
    ...fixture,
    mint,
    async person(
      name: string,
      given: Omit<Parameters<typeof addAddressee>[1], 'id' | 'email'> = {},
    ): Promise<AccountId> {
      // Ids sort by creation time.
      await fixture.clock.advance(1)
      const id = mint()
      await addAddressee(fixture.db, { id, email: `${name}@example.com`, ...given })
      return id
    },
    readers: async (id: AccountId) =>
      (await listReaders(fixture.db, id, 'machine_alerts')).map(({ email }) => email).toSorted(),
    batch(after: string) {
      const ctx = fixture.ctx()
      const wanted = { kind: 'announcements', message, after, most: 2 } as const
      return ctx.transact((tx) => mailNextWanting(ctx, tx, wanted))
    },
  }
}
