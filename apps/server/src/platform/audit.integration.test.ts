import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { auditedWrites } from './audit.ts'
import type { Actor } from './ctx.ts'
import type { AuditEvent } from './http/route-parts.ts'

const person = AccountId.parse('acc_00000000000000000000000001')
const company = AccountId.parse('acc_00000000000000000000000002')
const keyId = ApiKeyId.parse('key_00000000000000000000000001')
const event: AuditEvent = { action: 'a.b', subject: 'ins_1', address: '192.0.2.1', userAgent: null }
const entered = { action: 'a.b', subject: 'ins_1', address: '192.0.2.1', user_agent: null }

it('records a request once, with the first of its transactions', async () => {
  await using log = await setup()
  const writes = log.writes()
  await writes.transact(async () => {})
  await writes.transact(async () => {})
  await writes.settleAudit()
  expect(await log.entries()).toMatchObject([{ ...entered, account_id: person, user_id: person }])
})

it('records nothing for a transaction that fails, and the next one instead', async () => {
  await using log = await setup()
  const writes = log.writes()
  const failing = writes.transact(async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await log.entries()).toEqual([])
  await writes.transact(async () => {})
  expect(await log.entries()).toHaveLength(1)
})

it('writes the entry in the same transaction: neither commits without the other', async () => {
  await using log = await setup()
  await sql`alter table audit_entries add constraint broken check (false)`.execute(log.db)
  const write = log
    .writes()
    .transact((tx) => tx.publish({ topic: 'balance', accountId: person, subject: '' }))
  await expect(write).rejects.toMatchObject({ constraint: 'broken' })
  expect(await log.db.selectFrom('events').selectAll().execute()).toEqual([])
})

it('records a request without writes once, when it is settled', async () => {
  await using log = await setup()
  const writes = log.writes()
  await writes.settleAudit()
  await writes.settleAudit()
  expect(await log.entries()).toHaveLength(1)
})

it('records nothing for a request that is not audited', async () => {
  await using log = await setup()
  const writes = log.writes({ event: null })
  await writes.transact(async () => {})
  await writes.settleAudit()
  expect(await log.entries()).toEqual([])
})

it('records the active company of a user, and the API key', async () => {
  await using log = await setup()
  const via = { kind: 'key', keyId, scopes: [], models: null } as const
  await log.writes({ actor: anActor(company, { userId: person, via }) }).settleAudit()
  expect(await log.entries()).toMatchObject([
    { account_id: company, user_id: person, api_key_id: keyId },
  ])
})

it('prefers the notes of a verb over the request’s own subject and account', async () => {
  await using log = await setup()
  await log.writes().transact(async (tx) => {
    tx.note({ subject: 'first' })
    tx.note({ accountId: company })
    tx.note({ subject: 'ins_2' })
  })
  expect(await log.entries()).toMatchObject([
    { subject: 'ins_2', account_id: company, user_id: person },
  ])
})

it('records a visitor as the account that the verb notes, else as none', async () => {
  await using log = await setup()
  const visitor = { kind: 'visitor' } as const
  await log.writes({ actor: visitor }).transact(async (tx) => tx.note({ accountId: person }))
  await log.writes({ actor: visitor }).settleAudit()
  const whose = (await log.entries()).map(({ account_id, user_id }) => [account_id, user_id])
  expect(whose).toEqual(
    expect.arrayContaining([
      [person, person],
      [null, null],
    ]),
  )
  expect(whose).toHaveLength(2)
})

it('drops the notes of an attempt that the database has retried', async () => {
  await using log = await setup()
  let attempts = 0
  await log.writes().transact(async ({ db, note }) => {
    attempts += 1
    if (attempts > 1) return
    note({ subject: 'of the first attempt' })
    await sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`.execute(
      db,
    )
  })
  expect(attempts).toBe(2)
  expect(await log.entries()).toMatchObject([{ subject: 'ins_1' }])
})

async function setup() {
  const fixture = await withDatabase()
  const { ids, clock, db } = fixture.ctx()
  return {
    ...fixture,
    writes: (over: { actor?: Actor; event?: AuditEvent | null } = {}) =>
      auditedWrites({ db, ids, clock, actor: anActor(person), event, ...over }),
    entries: () => db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
  }
}
