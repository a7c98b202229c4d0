import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sqlStateOf } from './transact.ts'

it('commits all transactions that keep deadlocking with each other', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  await sql`create table pairs (id int primary key, n int not null default 0)`.execute(fixture.db)
  await sql`insert into pairs values (1), (2)`.execute(fixture.db)
  const add = (first: number, second: number) =>
    ctx.transact(async ({ db }) => {
      await sql`set local deadlock_timeout = '20ms'`.execute(db)
      await sql`update pairs set n = n + 1 where id = ${first}`.execute(db)
      await sql`update pairs set n = n + 1 where id = ${second}`.execute(db)
    })
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    for (let n = 0; n < 10; n++) await (worker % 2 === 0 ? add(1, 2) : add(2, 1))
  })
  const failed = (await Promise.allSettled(workers)).filter(({ status }) => status === 'rejected')
  expect(failed.map((one) => sqlStateOf('reason' in one ? one.reason : null))).toEqual([])
  const { rows } = await sql`select n from pairs order by id`.execute(fixture.db)
  expect(rows).toEqual([{ n: 80 }, { n: 80 }])
})
