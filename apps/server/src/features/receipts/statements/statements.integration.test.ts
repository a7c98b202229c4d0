import type { AccountId } from '@gridloom/contract/core/ids'
import { StatementEntry } from '@gridloom/contract/receipts/signed-statement'
import { checkStatement, type StatementSummary } from '@gridloom/domain/receipts/check-statement'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accountIdOf } from '../../../../test/instances.ts'
import { withReputation } from '../../../../test/reputation.ts'
import { all } from '../../../features.ts'
import { isSignedBy } from '../../agents/index.ts'
import { giveOperatorCredit, readBalance } from '../../ledger/index.ts'
import type { SignedReceiptsCtx } from '../ctx.ts'
import { selectDays } from '../days-store.ts'
import { publishDays } from '../publish-days.ts'
import { closeDays } from './close-days.ts'
import { readSignedStatement } from './read-signed-statement.ts'

const dayMs = 86_400_000

it('a statement proves every transaction of full days, which add up to the balance', async () => {
  await using site = await withStatements()
  expect(await site.statement()).toMatchObject({ transactions: 0, balances: [] })
  await site.credit(1_000)
  await site.clock.advance(dayMs)
  await publishDays(site.ctx)
  const first = await site.statement()
  expect(first.transactions).toBe(await site.countTransactions())
  const { available_micro_usd: available } = await site.balance()
  expect(Object.fromEntries(first.balances).available).toBe(available)
  expect(first.days).toHaveLength(1)

  await site.credit(2_000)
  expect((await site.statement()).head.hash).toBe(first.head.hash)
  await site.clock.advance(3 * dayMs)
  await publishDays(site.ctx)
  const second = await site.statement()
  expect(second.transactions).toBe(first.transactions + 1)
  expect(second.days.map(({ hash }) => hash)).toEqual(
    (await selectDays(site.db, { limit: 9 })).map(({ hash }) => hash).reverse(),
  )
  const from = second.days.at(-1)?.day
  expect(await site.statement(from)).toMatchObject({
    ...{ transactions: 1, withoutLines: first.transactions },
    balances: second.balances,
  })
})

it('a day is added once, by replicas at once and after one died in the midst', async () => {
  await using site = await withStatements()
  await site.credit(1_000)
  await site.clock.advance(dayMs)
  let calls = 0
  const dying: SignedReceiptsCtx = {
    ...site.ctx,
    transact: (work) => {
      calls += 1
      if (calls > 1) throw new Error('killed')
      return site.ctx.transact(work)
    },
  }
  await expect(closeDays(dying)).rejects.toThrow('killed')
  await Promise.all([1, 2, 3].map(() => closeDays(site.ctx)))
  expect((await site.statement()).transactions).toBe(await site.countTransactions())
})

it('a transaction that is added to a closed day is found', async () => {
  await using site = await withStatements()
  await site.credit(1_000)
  await site.clock.advance(dayMs)
  await closeDays(site.ctx)
  await site.credit(5)
  const { rows } = await sql<{ id: string }>`select max(id) as id from ledger_transactions`.execute(
    site.db,
  )
  const id = rows[0]?.id ?? ''
  const [earlier] = (
    await sql<{
      id: string
    }>`select max(id) as id from ledger_transactions where id < ${id}`.execute(site.db)
  ).rows
  await site.moveTransaction(id, `${earlier?.id.slice(0, -1)}z`)
  await expect(site.statement()).rejects.toThrow(/instead of|was changed/)
})

/** A market with statements of its renter. */
async function withStatements() {
  const site = await withReputation()
  const accountId: AccountId = accountIdOf(site.renter)
  const ctx: SignedReceiptsCtx = site.ctx

  async function statement(from?: string): Promise<StatementSummary> {
    const { pieces } = await readSignedStatement(site.ctxOf(site.renter), { from })
    let text = ''
    for await (const piece of pieces) text += piece
    const [head, ...entries] = text
      .trimEnd()
      .split('\n')
      .map((line) => StatementEntry.parse(JSON.parse(line)))
    if (head?.type !== 'statement') throw new Error('no head')
    const check = checkStatement(head, {
      isSigned: (publicKey, said, signature) =>
        isSignedBy({ publicKey, statement: said, signature }),
    })
    for (const entry of entries) check.add(entry)
    return check.end()
  }

  let credits = 0
  async function credit(microUsd: number): Promise<void> {
    credits += 1
    const given = { microUsd, key: `credit ${credits}`, text: 'Top-up' }
    await site.system.transact((tx) => giveOperatorCredit(site.system, tx, { accountId, ...given }))
  }

  return {
    ...site,
    ctx,
    credit,
    statement,
    balance: () => readBalance(site.system, accountId, all),
    async countTransactions(): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(distinct transaction_id)::int as n from ledger_entries where owner_account_id = ${accountId}`.execute(
        site.db,
      )
      return rows[0]?.n ?? 0
    },
    /** Gives a transaction another id, which only a superuser can. */
    async moveTransaction(from: string, to: string): Promise<void> {
      await site.system.transact(async ({ db }) => {
        await sql`set local session_replication_role = replica`.execute(db)
        await sql`update ledger_transactions set id = ${to} where id = ${from}`.execute(db)
        await sql`update ledger_entries set transaction_id = ${to} where transaction_id = ${from}`.execute(
          db,
        )
      })
    },
  }
}
