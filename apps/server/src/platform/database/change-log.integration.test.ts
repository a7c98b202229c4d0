import { AccountId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { tidyEvents } from '../tidy-events.ts'
import { createChangeLog, newestId } from './change-log.ts'

const someone = AccountId.parse('acc_00000000000000000000000001')
const other = AccountId.parse('acc_00000000000000000000000002')

it('returns 0 before the first change, and then the id of the last', async () => {
  await using log = await setup()
  expect(await newestId(log.db)).toBe('0')
  await log.keep('balance', someone)
  const second = await log.keep('balance', other)
  expect(await newestId(log.db)).toBe(second)
})

it('still returns the last id after older changes were deleted', async () => {
  await using log = await setup()
  await log.keep('balance', someone, '3 hours')
  const young = await log.keep('balance', other, '1 minute')
  await tidyEvents(log.ctx())
  expect(await newestId(log.db)).toBe(young)
})

it('reaches 200 ids back, as an earlier id may commit later, and no further', async () => {
  await using log = await setup()
  await sql`insert into events (topic, account_id, subject)
    select 'instance', ${someone}::text, 'ins-' || n from generate_series(1, 300) n`.execute(log.db)
  const missed = await log.since('300', { accountId: someone })
  expect(missed.map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 200 }, (_, index) => 101 + index),
  )
})

it('returns only the last change of each subject, in the order of last changes', async () => {
  await using log = await setup()
  await log.keep('balance', someone)
  const machine = await log.keep('machine', someone)
  const balance = await log.keep('balance', someone)
  const missed = await log.since('0', { accountId: someone })
  expect(missed.map(({ id, topic }) => [id, topic])).toEqual([
    [machine, 'machine'],
    [balance, 'balance'],
  ])
})

it('distinguishes two subjects of one topic', async () => {
  await using log = await setup()
  await log.keep('instance', someone, '0 s', 'ins_1')
  await log.keep('instance', someone, '0 s', 'ins_2')
  expect(await log.since('0', { accountId: someone })).toHaveLength(2)
})

it('returns an account’s own and everyone’s changes, and all of them for "any"', async () => {
  await using log = await setup()
  await log.keep('balance', someone)
  await log.keep('balance', other)
  await log.keep('offers', null)
  const whose = async (accountId: AccountId | 'any') =>
    (await log.since('0', { accountId })).map((change) => change.accountId)
  expect(await whose(someone)).toEqual([someone, null])
  expect(await whose(other)).toEqual([other, null])
  expect(await whose('any')).toEqual([someone, other, null])
})

it('skips topics of a newer server, and returns the rest', async () => {
  await using log = await setup()
  await log.keep('weather', someone)
  await log.keep('balance', someone)
  const missed = await log.since('0', { accountId: someone })
  expect(missed.map(({ topic }) => topic)).toEqual(['balance'])
})

it('keeps changes for an hour', async () => {
  await using log = await setup()
  await log.keep('balance', someone, '3601 s')
  await log.keep('machine', someone, '3600 s')
  await tidyEvents(log.ctx())
  const { rows } = await sql`select topic from events`.execute(log.db)
  expect(rows).toEqual([{ topic: 'machine' }])
})

async function setup() {
  const fixture = await withDatabase()
  const { since } = createChangeLog(fixture.db, ['balance', 'instance', 'machine', 'offers'])
  return {
    ...fixture,
    since,
    /** Writes a change of some time ago by the test's clock; returns its id. */
    async keep(topic: string, accountId: AccountId | null, ago = '0 s', subject = '') {
      const { rows } = await sql<{ id: number }>`insert into events (topic, account_id, subject, at)
        values (${topic}, ${accountId}, ${subject}, ${fixture.clock.now()}::timestamptz - ${ago}::interval)
        returning id`.execute(fixture.db)
      return String(rows[0]?.id)
    },
  }
}
