import { describe, expect, it } from 'vitest'
import { refusalOf, withPeople } from '../../../test/people.ts'
import { seedOffers } from '../../../test/seed-offers.ts'

describe('the operator’s machines', () => {
  it('are all machines with their owners, in pages, searchable by name, owner and id', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone('ada')
    await seedOffers(fixture.db, { offers: 5, accountId: ada.id })
    const list = (query: object) => fixture.operator.operator.machines({ query })
    const all = await list({ page_size: 2 })
    expect([all.total, all.machines.length]).toEqual([5, 2])
    expect(all.machines[0]?.owner_email).toBe(ada.email)
    expect((await list({ search: 'CHINE 3' })).machines[0]?.machine.name).toBe('machine 3')
    expect((await list({ search: ada.email })).total).toBe(5)
    expect((await list({ search: 'nobody@example.com' })).total).toBe(0)
    const { id } = all.machines[0]?.machine ?? { id: '' }
    expect((await list({ search: id })).machines.map(({ machine }) => machine.id)).toEqual([id])
    const pages = [await list({ page_size: 2, page: 2 }), await list({ page_size: 2, page: 3 })]
    expect(pages.map(({ machines }) => machines.length)).toEqual([2, 1])
  })

  it('are unlisted with a reason that their owner gets as a notice and an email', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone('ada')
    await seedOffers(fixture.db, { offers: 1, accountId: ada.id })
    const [found] = (await fixture.operator.operator.machines()).machines
    const unlist = (id: string) =>
      fixture.operator.operator.unlistMachine({
        params: { id },
        body: { reason: 'It lies about its disk' },
      })
    expect(await unlist(found?.machine.id ?? '')).toMatchObject({
      machine: { listed: false },
      owner_email: ada.email,
    })
    const notices = await fixture.db
      .withTables<{ notices: { account_id: string; text: string } }>()
      .selectFrom('notices')
      .selectAll()
      .execute()
    expect(notices).toMatchObject([
      { account_id: ada.id, text: expect.stringContaining('It lies about its disk') },
    ])
    const message = await fixture.server.inbox.message(ada.email, ({ subject }) =>
      subject.includes('was unlisted'),
    )
    expect(message.text).toContain('It lies about its disk')
    const nobody = fixture.system.ids.mint('machine')
    expect(await refusalOf(unlist(nobody))).toMatchObject({ code: 'not_found' })
  })
})
