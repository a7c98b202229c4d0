import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import type { Tx } from '../../platform/ctx.ts'
import { sqlStateOf } from '../../platform/database/transact.ts'
import {
  captureUsage,
  checkLedger,
  giveOperatorCredit,
  placeHold,
  releaseHold,
  reverseDeposit,
  selectReceiptLines,
  sumCharged,
  takeDeposit,
  topUpHold,
  transfer,
} from './index.ts'

it('stays balanced through 2,000 concurrent random transactions, a tenth of them aborted', async () => {
  await using ledger = await withLedger()
  const world = await aWorld(ledger)
  const operations = fc.sample(anyTransaction, { numRuns: 2_000, seed: 20_261_121 })
  const outcomes = await runAll(ledger, world, operations)

  expect(outcomes.unexpected).toEqual([])
  expect(outcomes.done).toBeGreaterThan(500)
  expect(outcomes.refused).toBeGreaterThan(20)
  expect(outcomes.cutOff).toBeGreaterThan(100)
  const proof = await checkLedger(ledger.db)
  expect(proof).toMatchObject({ clean: true, unbalanced: [], drifted: [], wrongReceipts: [] })
  expect(proof.transactions).toBeGreaterThan(500)
  expect(await everythingGiven(ledger)).toBe(await everythingThere(ledger))
  for (const { instanceId } of world.instances) {
    const { lines } = await selectReceiptLines(ledger.db, instanceId)
    const total = lines.reduce((sum, line) => sum + line.micro_usd, 0)
    expect(total).toBe(await sumCharged(ledger.db, instanceId))
  }
})

const source = 'eip155:31337:0x0000000000000000000000000000000000000001'
const accounts = 20
const instances = 40

const anyOperation = fc.record({
  verb: fc.constantFrom(
    'credit',
    'hold',
    'top-up',
    'capture',
    'capture',
    'release',
    'transfer',
    'deposit',
    'reversal',
  ),
  instance: fc.nat(instances - 1),
  microUsd: fc.integer({ min: 1, max: 50_000 }),
  /** Few enough that keys repeat. */
  key: fc.nat(60),
})
type Operation = typeof anyOperation extends fc.Arbitrary<infer One> ? One : never

const anyTransaction = fc.record({
  operations: fc.oneof(
    { weight: 9, arbitrary: fc.array(anyOperation, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(anyOperation, { minLength: 2, maxLength: 3 }) },
  ),
  cutOff: fc.integer({ min: 0, max: 9 }).map((random) => random === 0),
})
type Transaction = typeof anyTransaction extends fc.Arbitrary<infer One> ? One : never

interface Rented {
  instanceId: InstanceId
  machineId: MachineId
  renterId: AccountId
  providerId: AccountId
}

/** 20 accounts, half of whose money is welcome credit, each renting two instances on its neighbour's machine. */
async function aWorld(ledger: LedgerFixture): Promise<{ instances: Rented[] }> {
  const ids = await Promise.all(
    Array.from({ length: accounts }, async () => ({
      accountId: await ledger.anAccount(20_000),
      machineId: ledger.aMachine(),
    })),
  )
  for (const { accountId } of ids) await ledger.welcome(accountId, 20_000)
  const rented: Rented[] = []
  for (let n = 0; n < instances; n++) {
    const renter = ids[n % accounts]
    const provider = ids[(n + 1) % accounts]
    if (renter === undefined || provider === undefined) throw new RangeError('no such account')
    const instanceId = ledger.anInstance()
    await ledger.hold(renter.accountId, instanceId, 1_000)
    const { accountId: renterId } = renter
    rented.push({
      instanceId,
      machineId: provider.machineId,
      renterId,
      providerId: provider.accountId,
    })
  }
  return { instances: rented }
}

/** Ten workers take from one queue until it is empty: as many as there are connections. */
async function runAll(
  ledger: LedgerFixture,
  world: { instances: Rented[] },
  transactions: readonly Transaction[],
) {
  const outcomes = { done: 0, refused: 0, cutOff: 0, unexpected: [] as unknown[] }
  const queue = transactions.values()
  const worker = async () => {
    for (const transaction of queue) {
      try {
        await run(ledger, world, transaction)
        outcomes.done++
      } catch (error) {
        if (error instanceof Refused && noMoney.has(error.code)) outcomes.refused++
        else if (error instanceof CutOff) outcomes.cutOff++
        else outcomes.unexpected.push([sqlStateOf(error), error])
      }
    }
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  return outcomes
}

const noMoney: ReadonlySet<string> = new Set(['insufficient_funds', 'credit_not_movable'])

class CutOff extends Error {}

async function run(ledger: LedgerFixture, world: { instances: Rented[] }, work: Transaction) {
  await ledger.context.transact(async (tx) => {
    for (const operation of work.operations) {
      const rented = world.instances[operation.instance]
      if (rented === undefined) throw new RangeError('no such instance')
      await perform(ledger, tx, operation, rented)
    }
    if (work.cutOff) throw new CutOff()
  })
}

async function perform(ledger: LedgerFixture, tx: Tx, operation: Operation, rented: Rented) {
  const { context: ctx } = ledger
  const { instanceId, machineId, renterId: accountId, providerId: providerAccountId } = rented
  const { microUsd } = operation
  const key = `${operation.verb}-${operation.key}`
  switch (operation.verb) {
    case 'credit': {
      const text = 'Credit'
      const credit = { accountId, microUsd, key: `${ctx.ids.mint('transaction')}`, text }
      return giveOperatorCredit(ctx, tx, credit)
    }
    case 'hold':
      return placeHold(ctx, tx, { accountId, purpose: instanceId, microUsd, key })
    case 'top-up':
      return topUpHold(ctx, tx, { accountId, purpose: instanceId, microUsd, key })
    case 'transfer': {
      const text = 'Transfer'
      const to = providerAccountId
      return transfer(ctx, tx, {
        from: accountId,
        to,
        microUsd,
        key: `${instanceId}-${key}-${microUsd}`,
        text,
      })
    }
    case 'deposit':
      return takeDeposit(ctx, tx, {
        accountId,
        microUsd,
        source,
        key: `${accountId}-${key}`,
        text: 'USDC',
      })
    case 'reversal':
      return reverseDeposit(ctx, tx, {
        accountId,
        microUsd,
        source,
        key: `${accountId}-${key}`,
        text: 'USDC',
      })
    case 'release':
      return releaseHold(ctx, tx, { purpose: instanceId, keepMicroUsd: microUsd % 2_000, key })
    default: {
      const from = new Date(Date.UTC(2026, 0, 1, 0, operation.key))
      return captureUsage(ctx, tx, {
        instanceId,
        machineId,
        providerAccountId,
        kind: 'running',
        from,
        to: new Date(from.getTime() + 60_000),
        seconds: 60,
        microUsdPerHour: microUsd * 60,
        microUsd,
        key: `${instanceId}-${key}`,
        count: null,
      })
    }
  }
}

async function everythingGiven(ledger: LedgerFixture): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select -sum(amount_micro_usd)::bigint as sum
    from ledger_entries
    where ledger_account_id = 'platform_credit' or ledger_account_id like 'platform_assets:%'`.execute(
    ledger.db,
  )
  return rows[0]?.sum ?? 0
}

/** Sums the balances of accounts, holds and machine earnings, and our fees. */
async function everythingThere(ledger: LedgerFixture): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select (
      (select sum(balance_micro_usd) from ledger_accounts)
      + (select sum(amount_micro_usd) from ledger_entries where ledger_account_id = 'platform_fees')
    )::bigint as sum`.execute(ledger.db)
  return rows[0]?.sum ?? 0
}
