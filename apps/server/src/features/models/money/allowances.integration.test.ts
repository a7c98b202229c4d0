import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type AllowancesFixture,
  outcomeOf,
  type Replica,
  withAllowances,
} from '../../../../test/allowances.ts'
import { keepEvents, keptEvents } from '../../../../test/business-events.ts'
import { closeAllowancesOf } from './index.ts'
import type { Reservation } from './reservation.ts'

describe('reserving money for answers', () => {
  it('holds as much as sixteen such answers need, and queries no database within that', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    const first = await allowances.reserve(payer, 1_000)
    expect(await fixture.money(payer)).toEqual({ available: 984_000, held: 16_000 })
    const second = allowances.reserve(payer, 15_000)
    expect(second).not.toBeInstanceOf(Promise)
    expect(await second).toMatchObject({ allowanceId: first.allowanceId })
    expect(await fixture.openAllowances()).toBe(1)
  })

  it('holds the needed amount beyond a slice, and the rest of the balance below one', async () => {
    await using fixture = await setup({ creditMicroUsd: 400_000 })
    await fixture.allowances.reserve(fixture.payer, 300_000)
    expect(await fixture.money(fixture.payer)).toEqual({ available: 100_000, held: 300_000 })
    await fixture.allowances.reserve(fixture.payer, 10)
    expect(await fixture.money(fixture.payer)).toEqual({ available: 60_000, held: 340_000 })
    await fixture.allowances.reserve(fixture.payer, 40_001)
    expect(await fixture.money(fixture.payer)).toEqual({ available: 0, held: 400_000 })
  })

  it('is refused beyond the balance, with the amounts, and releases the hold within seconds', async () => {
    await using fixture = await setup({ creditMicroUsd: 5_000 })
    const { allowances, payer } = fixture
    expect(await outcomeOf(() => allowances.reserve(payer, 5_001))).toMatchObject({
      code: 'insufficient_funds',
      details: { need_micro_usd: 5_001, have_micro_usd: 5_000, need: '$0.005001', have: '$0.005' },
    })
    expect(await allowances.reserve(payer, 5_000)).toHaveProperty('allowanceId')
    const other = await fixture.aPayer(7)
    await outcomeOf(() => allowances.reserve(other, 8))
    await fixture.pass(5_000)
    expect(await fixture.money(other)).toEqual({ available: 7, held: 0 })
  })

  it('is refused beyond the budget of a key, with the amounts', async () => {
    await using fixture = await setup()
    const key = await fixture.keyOf(fixture.payer, 600)
    expect(await outcomeOf(() => fixture.allowances.reserve(key, 601))).toMatchObject({
      code: 'key_budget_exceeded',
      details: { need_micro_usd: 601, have_micro_usd: 600 },
    })
    await fixture.allowances.reserve(key, 600)
    expect(await fixture.spentWith(key.keyId)).toBe(600)
    await fixture.allowances.reserve(fixture.payer, 601)
  })

  it('never exceeds the budget of the account with a thousand concurrent requests, and names it', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    await fixture.budgetOf(payer, 10_050)
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => outcomeOf(() => allowances.reserve(payer, 100))),
    )
    expect(outcomes.filter((outcome) => 'settle' in outcome)).toHaveLength(100)
    expect(
      outcomes.filter((one) => 'code' in one && one.code === 'account_budget_exceeded'),
    ).toHaveLength(900)
    expect(await fixture.money(payer)).toMatchObject({ held: 10_050 })
  })

  it('divides the whole balance among a thousand concurrent requests, and no more', async () => {
    await using fixture = await setup({ creditMicroUsd: 10_050 })
    const { allowances, payer } = fixture
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => outcomeOf(() => allowances.reserve(payer, 100))),
    )
    const got = outcomes.filter((outcome): outcome is Reservation => 'settle' in outcome)
    expect(got).toHaveLength(100)
    expect(
      outcomes.filter((one) => 'code' in one && one.code === 'insufficient_funds'),
    ).toHaveLength(900)
    expect(await fixture.money(payer)).toEqual({ available: 0, held: 10_050 })
    expect(await fixture.holds()).toBeLessThanOrEqual(2)
    await fixture.settleAll(got, 100)
    await allowances.flush()
    expect(await fixture.money(payer)).toEqual({ available: 0, held: 50 })
    await fixture.expectCleanLedger()
  })

  it('never exceeds a key’s budget with a thousand concurrent requests on two replicas', async () => {
    await using fixture = await setup()
    await using other = fixture.replica()
    const key = await fixture.keyOf(fixture.payer, 10_050)
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        outcomeOf(() => (n % 2 === 0 ? fixture.allowances : other.allowances).reserve(key, 100)),
      ),
    )
    const got = outcomes.filter((outcome): outcome is Reservation => 'settle' in outcome)
    expect(got).toHaveLength(100)
    expect(await fixture.spentWith(key.keyId)).toBe(10_050)
    for (const one of got) one.release()
  })

  it('uses free money of another allowance of the same account', async () => {
    await using fixture = await setup({ creditMicroUsd: 100_000 })
    const { allowances, payer } = fixture
    const used = await allowances.reserve(payer, 7_000)
    expect((await fixture.money(payer)).available).toBe(0)
    const keys = await Promise.all([fixture.keyOf(payer, null), fixture.keyOf(payer, null)])
    const both = await Promise.all(
      keys.map((key) => outcomeOf(() => allowances.reserve(key, 60_000))),
    )
    expect(both.filter((one) => 'settle' in one)).toHaveLength(1)
    expect(both.filter((one) => 'code' in one && one.code === 'insufficient_funds')).toHaveLength(1)
    used.settle(fixture.answer(payer, { endpoint: fixture.machine, microUsd: 1_000 }))
    await allowances.flush()
    await fixture.expectCleanLedger()
  })

  it('needs no money for a free answer, which is stored all the same', async () => {
    await using fixture = await setup({ creditMicroUsd: 0 })
    const free = await fixture.allowances.reserve(fixture.payer, 0)
    const answer = fixture.answer(fixture.payer, { endpoint: fixture.machine })
    expect(free.allowanceId).toBeNull()
    free.settle(answer)
    await fixture.allowances.flush()
    expect([...(await fixture.written())]).toEqual([[answer.id, 0]])
    expect(await fixture.captures()).toBe(0)
  })

  it('rejects negative, fractional and infinite amounts', async () => {
    await using fixture = await setup()
    for (const amount of [-1, 0.5, Number.NaN, Infinity])
      expect(() => fixture.allowances.reserve(fixture.payer, amount)).toThrow(RangeError)
  })
})

describe('a reservation that grows', () => {
  it('takes what is free at once, and tops up beyond that', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    const one = await allowances.reserve(payer, 1_000)
    expect(one.growTo(16_000)).toBe(16_000)
    expect(await one.growTo(20_000)).toBe(20_000)
    expect(one.growTo(500)).toBe(20_000)
    one.release()
    expect(one.growTo(30_000)).toBe(20_000)
    const two = allowances.reserve(payer, 20_000)
    expect(two).not.toBeInstanceOf(Promise)
    await fixture.expectCleanLedger()
  })

  it('grows unasked only by a small part of what is free', async () => {
    await using fixture = await setup()
    const one = await fixture.allowances.reserve(fixture.payer, 1_000)
    one.growIfPlenty(2_876)
    expect(one.microUsd).toBe(1_000)
    one.growIfPlenty(2_875)
    expect(one.microUsd).toBe(2_875)
  })

  it('gets what is left of balance and budget, and never more, with many at once', async () => {
    await using fixture = await setup()
    const { allowances, machine } = fixture
    const key = await fixture.keyOf(fixture.payer, 20_050)
    const open = await Promise.all(Array.from({ length: 200 }, () => allowances.reserve(key, 100)))
    const grown = await Promise.all(open.map((one) => one.growTo(1_000)))
    expect(grown.reduce((sum, one) => sum + one, 0)).toBe(20_050)
    expect(await fixture.spentWith(key.keyId)).toBe(20_050)
    for (const one of open)
      one.settle(fixture.answer(key, { endpoint: machine, microUsd: 1_000_000 }))
    await allowances.flush()
    expect(await fixture.money(key)).toEqual({ available: 979_950, held: 0 })
    expect(await outcomeOf(() => allowances.reserve(key, 1))).toMatchObject({
      code: 'key_budget_exceeded',
    })
    await fixture.expectCleanLedger()
  })

  it('goes on for an answer of yesterday, and stops at what is reserved when the database is gone', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    await fixture.clock.jump(86_400_000 - 1_000)
    const yesterday = await allowances.reserve(payer, 500)
    await fixture.clock.advance(2_000)
    await allowances.reserve(payer, 500)
    expect(await yesterday.growTo(50_000)).toBe(50_000)
    fixture.first.failure('before')
    // What is free already was topped up before.
    expect(await yesterday.growTo(900_000)).toBe(260_000)
    fixture.first.failure('none')
    yesterday.release()
    await fixture.expectCleanLedger()
  })
})

describe('booking answers', () => {
  it('publishes an event for each paid answer, and none for a free one', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    await keepEvents(fixture.context, ['answer.charged'])
    const paid = fixture.answer(payer, { endpoint: machine, microUsd: 100 })
    const free = fixture.answer(payer, { endpoint: machine })
    for (const answer of [paid, free])
      (await allowances.reserve(payer, answer.microUsd)).settle(answer)
    await allowances.flush()
    const charge = { micro_usd: 100, machine_id: machine.machineId, model_id: paid.modelId }
    expect(await keptEvents(fixture.db)).toMatchObject([
      { subject: paid.id, account: payer.accountId, payload: charge },
    ])
  })

  it('pays the answers of half a second by one capture per machine, less the fee', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    const machines = [fixture.endpoint(), fixture.endpoint()]
    for (let n = 0; n < 40; n++) {
      const reservation = await allowances.reserve(payer, 500)
      reservation.settle(
        fixture.answer(payer, { endpoint: machines[n % 2] ?? null, microUsd: 100 }),
      )
    }
    await fixture.clock.advance(500)
    await allowances.flush()
    expect(await fixture.captures()).toBe(2)
    expect(await fixture.money(payer)).toEqual({ available: 990_000, held: 6_000 })
    const { rows } = await sql<{ text: string; allowance: boolean; machines: number }>`
      select t.text, t.allowance_id like 'tab_%' as allowance, count(distinct g.machine_id) as machines
      from ledger_transactions t join generations g on g.transaction_id = t.id
      group by t.id`.execute(fixture.db)
    expect(rows).toEqual([
      { text: '20 model answers', allowance: true, machines: 1 },
      { text: '20 model answers', allowance: true, machines: 1 },
    ])
    await fixture.expectCleanLedger()
  })

  it('uses as many statements for many payers as for one', async () => {
    await using fixture = await setup()
    const { allowances, first } = fixture
    const machines = [fixture.endpoint(), fixture.endpoint(), fixture.endpoint()]
    const statementsFor = async (many: number) => {
      for (let n = 0; n < many; n++) {
        const payer = await fixture.aPayer(1_000)
        for (const endpoint of machines) {
          const reservation = await allowances.reserve(payer, 200)
          reservation.settle(fixture.answer(payer, { endpoint, microUsd: 150 }))
        }
      }
      const before = first.statements()
      await allowances.flush()
      return first.statements() - before
    }
    const ofOne = await statementsFor(1)
    expect(await statementsFor(40)).toBe(ofOne)
    expect(await fixture.captures()).toBe(41 * machines.length)
    await fixture.expectCleanLedger()
  })

  it('charges at most the reserved amount, nothing without a machine, and each answer once', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    const much = await allowances.reserve(payer, 500)
    much.settle(fixture.answer(payer, { endpoint: machine, microUsd: 9_999 }))
    much.settle(fixture.answer(payer, { endpoint: machine, microUsd: 9_999 }))
    much.release()
    const nobodys = await allowances.reserve(payer, 500)
    nobodys.settle(fixture.answer(payer, { microUsd: 400, state: 'broken', problem: 'gone' }))
    const released = await allowances.reserve(payer, 500)
    released.release()
    released.settle(fixture.answer(payer, { endpoint: machine, microUsd: 500 }))
    await allowances.flush()
    expect([...(await fixture.written()).values()].toSorted()).toEqual([0, 500])
    expect(await fixture.money(payer)).toEqual({ available: 990_000, held: 9_500 })
  })

  it('stores answers with invalid text and numbers from machines', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    const reservation = await allowances.reserve(payer, 500)
    reservation.settle(
      fixture.answer(payer, {
        endpoint: machine,
        problem: `\0half a pair: \ud800${'x'.repeat(2_000)}`,
        counts: { input_tokens: 1e300, cached_tokens: -5, output_tokens: Number.NaN },
        tokensPerS: Infinity,
        microUsd: 7.9,
      }),
    )
    await allowances.flush()
    expect([...(await fixture.written()).values()]).toEqual([7])
    await fixture.expectCleanLedger()
  })

  it('counts the spend for the user behind a key, by day', async () => {
    await using fixture = await setup()
    const key = await fixture.keyOf(fixture.payer, null)
    const reservation = await fixture.allowances.reserve(key, 500)
    reservation.settle(fixture.answer(key, { endpoint: fixture.machine, microUsd: 321 }))
    await fixture.allowances.flush()
    const { rows } =
      await sql`select spent_on, day::text, account_id, user_id, api_key_id, micro_usd
      from spend_days`.execute(fixture.db)
    expect(rows).toEqual([
      {
        spent_on: reservation.allowanceId,
        day: '2026-01-01',
        account_id: key.accountId,
        user_id: key.accountId,
        api_key_id: key.keyId,
        micro_usd: 321,
      },
    ])
  })

  it('pays once when a connection breaks before or after the commit', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    for (const failure of ['after', 'before'] as const) {
      const reservation = await allowances.reserve(payer, 500)
      reservation.settle(fixture.answer(payer, { endpoint: machine, microUsd: 200 }))
      fixture.first.failure(failure)
      await expect(allowances.flush()).rejects.toThrow('1 batches of answers were not written')
      await expect(allowances.flush()).rejects.toThrow('were not written')
      fixture.first.failure('none')
      await allowances.flush()
    }
    expect(await fixture.captures()).toBe(2)
    expect([...(await fixture.written()).values()]).toEqual([200, 200])
    expect((await fixture.money(payer)).held).toBe(9_600)
    await fixture.expectCleanLedger()
  })
})

describe('closing allowances', () => {
  it('releases the rest within 15 s of the last answer, and opens another for the next', async () => {
    await using fixture = await setup()
    const { allowances, machine, payer } = fixture
    const before = await allowances.reserve(payer, 500)
    await fixture.pass(100_000)
    expect(await fixture.openAllowances()).toBe(1)
    before.settle(fixture.answer(payer, { endpoint: machine, microUsd: 300 }))
    await fixture.pass(5_000)
    expect(await fixture.openAllowances()).toBe(1)
    await fixture.pass(10_000)
    expect(await fixture.openAllowances()).toBe(0)
    expect(await fixture.money(payer)).toEqual({ available: 999_700, held: 0 })
    const after = await allowances.reserve(payer, 500)
    expect(after.allowanceId).not.toBe(before.allowanceId)
  })

  it('opens another for each UTC day, and closes the earlier one after its last answer', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    await fixture.clock.jump(86_400_000 - 1_000)
    const yesterday = await allowances.reserve(payer, 500)
    await fixture.clock.advance(2_000)
    const today = await allowances.reserve(payer, 500)
    expect(today.allowanceId).not.toBe(yesterday.allowanceId)
    yesterday.settle(fixture.answer(payer, { endpoint: machine, microUsd: 500 }))
    await allowances.flush()
    await fixture.pass(5_000)
    expect(await fixture.openAllowances()).toBe(1)
    expect(await fixture.money(payer)).toEqual({ available: 989_500, held: 10_000 })
  })

  it('writes all answers, releases all holds and refuses new reservations at shutdown', async () => {
    await using fixture = await setup()
    const { first, payer, machine } = fixture
    const reservation = await first.allowances.reserve(payer, 500)
    reservation.settle(fixture.answer(payer, { endpoint: machine, microUsd: 300 }))
    await first[Symbol.asyncDispose]()
    expect(await fixture.money(payer)).toEqual({ available: 999_700, held: 0 })
    expect(await fixture.openAllowances()).toBe(0)
    expect(() => first.allowances.reserve(payer, 1)).toThrow(
      expect.objectContaining({ code: 'not_ready' }),
    )
  })

  it('waits at shutdown for answers that end in time, and not for hanging ones', async () => {
    await using fixture = await setup()
    const { first, payer, machine, clock } = fixture
    const [ending, hanging] = [
      await first.allowances.reserve(payer, 500),
      await first.allowances.reserve(payer, 500),
    ]
    const { signal: never } = new AbortController()
    void clock.sleep(1_000, never).then(() => {
      ending.settle(fixture.answer(payer, { endpoint: machine, microUsd: 300 }))
    })
    const stopped = first[Symbol.asyncDispose]()
    await clock.advance(3_000)
    await stopped
    expect([...(await fixture.written()).values()]).toEqual([300])
    expect(await fixture.openAllowances()).toBe(1)
    hanging.release()
  })

  it('releases the hold of a killed replica within a minute, without charging unwritten answers', async () => {
    await using fixture = await setup()
    const { first, payer, machine } = fixture
    const reservation = await first.allowances.reserve(payer, 500)
    reservation.settle(fixture.answer(payer, { endpoint: machine, microUsd: 300 }))
    first.crash()
    await using _other = fixture.replica()
    await fixture.pass(70_000)
    expect(await fixture.openAllowances()).toBe(0)
    expect(await fixture.money(payer)).toEqual({ available: 1_000_000, held: 0 })
    await fixture.expectCleanLedger()
  })

  it('releases a hold within a minute when its confirmation was lost', async () => {
    await using fixture = await setup()
    const { allowances, payer } = fixture
    fixture.first.failure('after')
    await expect(allowances.reserve(payer, 500)).rejects.toThrow('connection lost')
    fixture.first.failure('none')
    expect(await fixture.money(payer)).toEqual({ available: 990_000, held: 10_000 })
    const reservation = await allowances.reserve(payer, 500)
    await fixture.pass(75_000)
    expect(await fixture.money(payer)).toEqual({ available: 990_000, held: 10_000 })
    reservation.release()
    await fixture.expectCleanLedger()
  })

  it('stops using an allowance closed elsewhere, and writes its unpaid answers without a charge', async () => {
    await using fixture = await setup()
    const { allowances, payer, machine } = fixture
    const reservation = await allowances.reserve(payer, 500)
    const { context } = fixture
    await context.transact((tx) => closeAllowancesOf(context, tx, payer.accountId))
    expect(await fixture.money(payer)).toEqual({ available: 1_000_000, held: 0 })
    reservation.settle(fixture.answer(payer, { endpoint: machine, microUsd: 300 }))
    await allowances.flush()
    expect([...(await fixture.written()).values()]).toEqual([0])
    const next = await allowances.reserve(payer, 500)
    expect(next.allowanceId).not.toBe(reservation.allowanceId)
    await fixture.expectCleanLedger()
  })
})

describe('the budget of a key for answers', () => {
  it.each([
    ['daily', 1],
    ['weekly', 7],
    ['monthly', 31],
  ] as const)('is renewed %s at midnight UTC, and never exceeded before', async (period, days) => {
    await using fixture = await setup()
    const { allowances, machine } = fixture
    const key = await fixture.keyOf(fixture.payer, 1_000, period)
    for (let round = 0; round < 3; round++) {
      const reservation = await allowances.reserve(key, 1_000)
      reservation.settle(fixture.answer(key, { endpoint: machine, microUsd: 900 }))
      await allowances.flush()
      expect(await outcomeOf(() => allowances.reserve(key, 101))).toMatchObject({
        code: 'key_budget_exceeded',
        details: { have_micro_usd: 100 },
      })
      await fixture.clock.jump(days * 86_400_000)
      await allowances.flush()
    }
    expect(await fixture.spentWith(key.keyId)).toBeGreaterThanOrEqual(2_700)
    await fixture.expectCleanLedger()
  })
})

async function setup({ creditMicroUsd = 1_000_000 }: { creditMicroUsd?: number } = {}) {
  const fixture = await withAllowances()
  const first: Replica = fixture.replica()
  const payer = await fixture.aPayer(creditMicroUsd)
  const machine = fixture.endpoint()
  return {
    ...fixture,
    first,
    allowances: first.allowances,
    payer,
    machine,
    settleAll: (reservations: readonly Reservation[], microUsd: number) => {
      for (const one of reservations)
        one.settle(fixture.answer(payer, { endpoint: machine, microUsd }))
    },
    holds: () => countHolds(fixture),
  }
}

async function countHolds({ db }: AllowancesFixture): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ledger_transactions where kind = 'hold'`.execute(db)
  return rows[0]?.count ?? 0
}
