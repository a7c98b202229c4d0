import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'

it('undoes every write of a transaction that fails', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  const failing = ctx.transact(async (tx) => {
    await tx.tell({ topic: 'offers', accountId: null, subject: '' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await fixture.db.selectFrom('events').selectAll().execute()).toEqual([])
})

it('keeps a change of a transaction that commits', async () => {
  await using fixture = await withDatabase()
  await fixture.ctx().transact((tx) => tx.tell({ topic: 'offers', accountId: null, subject: '' }))
  const rows = await fixture.db.selectFrom('events').select(['topic', 'subject']).execute()
  expect(rows).toEqual([{ topic: 'offers', subject: '' }])
})
