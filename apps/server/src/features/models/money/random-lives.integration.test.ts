import type { GenerationId } from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type AllowancesFixture,
  outcomeOf,
  type Replica,
  withAllowances,
} from '../../../../test/allowances.ts'
import type { Payer } from '../payer.ts'
import type { Reservation } from './reservation.ts'

it('never loses, doubles or overdraws a micro-dollar in any order of steps', async () => {
  await using fixture = await withAllowances()
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 80 }), async (steps) => {
      const life = await beginLife(fixture)
      for (const step of steps) await take(life, step)
      await endLife(life)
      for (const wallet of life.wallets) await expectFair(life, wallet)
      await expectPaidOnce(life)
    }),
    { numRuns: 30, seed: 20_261_121, endOnFailure: true },
  )
  await fixture.expectCleanLedger()
}, 45_000)

const startMicroUsd = 600_000
const budgetMicroUsd = 90_000

const anyStep = fc.record({
  verb: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom('reserve', 'many') },
    { weight: 10, arbitrary: fc.constantFrom('settle', 'settle', 'release') },
    { weight: 4, arbitrary: fc.constant('grow') },
    { weight: 3, arbitrary: fc.constantFrom('flush', 'time', 'trouble') },
    { weight: 1, arbitrary: fc.constantFrom('crash', 'minute', 'stop') },
  ),
  wallet: fc.nat(4),
  replica: fc.nat(1),
  machine: fc.nat(2),
  microUsd: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 400_000 })),
  share: fc.double({ min: 0, max: 1.2, noNaN: true }),
})
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

interface Wallet {
  readonly payer: Payer
  readonly budgetMicroUsd: number | null
}

interface Open {
  readonly reservation: Reservation
  readonly payer: Payer
  readonly replica: Replica
}

interface Life {
  readonly fixture: AllowancesFixture
  readonly wallets: readonly Wallet[]
  readonly machines: readonly ReturnType<AllowancesFixture['endpoint']>[]
  readonly replicas: Replica[]
  open: Open[]
  /** The amount each answer was settled at, and its replica. */
  readonly settled: Map<GenerationId, { microUsd: number; replica: Replica }>
  readonly crashed: Set<Replica>
}

/** Two accounts: one with a key that has a budget and one without, the other with a key that has a budget. */
async function beginLife(fixture: AllowancesFixture): Promise<Life> {
  const one = await fixture.aPayer(startMicroUsd)
  const other = await fixture.aPayer(startMicroUsd)
  return {
    fixture,
    wallets: [
      { payer: one, budgetMicroUsd: null },
      { payer: await fixture.keyOf(one, budgetMicroUsd), budgetMicroUsd },
      { payer: await fixture.keyOf(one, null), budgetMicroUsd: null },
      { payer: other, budgetMicroUsd: null },
      { payer: await fixture.keyOf(other, budgetMicroUsd), budgetMicroUsd },
    ],
    machines: [fixture.endpoint(), fixture.endpoint(), fixture.endpoint()],
    replicas: [fixture.replica(), fixture.replica()],
    open: [],
    settled: new Map(),
    crashed: new Set(),
  }
}

async function take(life: Life, step: Step): Promise<void> {
  const { fixture } = life
  const replica = at(life.replicas, step.replica)
  switch (step.verb) {
    case 'reserve':
      return reserve(life, step, 1)
    case 'many':
      return reserve(life, step, 10)
    case 'settle':
    case 'release':
      end(life, step)
      return
    case 'grow':
      return grow(life, step)
    case 'flush':
      return replica.allowances.flush()
    case 'time':
      return fixture.pass(5_000)
    case 'minute':
      return fixture.pass(75_000)
    case 'trouble':
      return failToWrite(replica, step)
    case 'crash':
      return replace(life, step.replica, 'crash')
    case 'stop':
      return replace(life, step.replica, 'stop')
  }
}

async function reserve(life: Life, { wallet, replica: of, microUsd }: Step, times: number) {
  const { payer } = at(life.wallets, wallet)
  const replica = at(life.replicas, of)
  const outcomes = await Promise.all(
    Array.from({ length: times }, () =>
      outcomeOf(() => replica.allowances.reserve(payer, microUsd)),
    ),
  )
  for (const outcome of outcomes) {
    if ('settle' in outcome) life.open.push({ reservation: outcome, payer, replica })
    else expect(['insufficient_funds', 'key_budget_exceeded']).toContain(outcome.code)
  }
}

/** Raises what is reserved for a running answer, as far as there is money. */
async function grow(life: Life, { microUsd }: Step): Promise<void> {
  const one = life.open[microUsd % Math.max(1, life.open.length)]
  if (one === undefined) return
  const before = one.reservation.microUsd
  const wanted = before + microUsd
  const grown = await one.reservation.growTo(wanted)
  expect(grown).toBe(one.reservation.microUsd)
  expect(grown).toBeGreaterThanOrEqual(before)
  expect(grown).toBeLessThanOrEqual(wanted)
}

function end(life: Life, { verb, machine, microUsd: random, share }: Step): void {
  const [one] = life.open.splice(random % Math.max(1, life.open.length), 1)
  if (one === undefined) return
  if (verb === 'release') {
    one.reservation.release()
    return
  }
  const reserved = one.reservation.microUsd
  const microUsd = Math.floor(reserved * share)
  const endpoint = at(life.machines, machine)
  const answer = life.fixture.answer(one.payer, { endpoint, microUsd })
  one.reservation.settle(answer)
  const owed = { microUsd: Math.min(microUsd, reserved), replica: one.replica }
  life.settled.set(answer.id, owed)
}

/** A flush that fails before or after its commit, and is retried later. */
async function failToWrite(replica: Replica, { share }: Step): Promise<void> {
  replica.failure(share < 0.6 ? 'before' : 'after')
  await replica.allowances.flush().catch(() => undefined)
  replica.failure('none')
}

/** Ends a replica and starts another in its place. */
async function replace(life: Life, at: number, how: 'crash' | 'stop'): Promise<void> {
  const replica = life.replicas[at]
  if (replica === undefined) return
  const ofIt = life.open.filter((one) => one.replica === replica)
  life.open = life.open.filter((one) => one.replica !== replica)
  life.replicas[at] = life.fixture.replica()
  if (how === 'crash') {
    life.crashed.add(replica)
    return replica.crash()
  }
  for (const { reservation } of ofIt) reservation.release()
  await replica[Symbol.asyncDispose]()
}

async function endLife(life: Life): Promise<void> {
  for (const { reservation } of life.open) reservation.release()
  const last = life.fixture.replica()
  await Promise.all(life.replicas.map((replica) => replica[Symbol.asyncDispose]()))
  // A running replica sweeps the holds of crashed ones.
  await life.fixture.pass(75_000)
  expect(await life.fixture.openAllowances()).toBe(0)
  await last[Symbol.asyncDispose]()
}

/** Expects that nothing stays on hold, that all missing money was paid, and that no key exceeded its budget. */
async function expectFair({ fixture }: Life, { payer, budgetMicroUsd: budget }: Wallet) {
  const { available, held } = await fixture.money(payer)
  expect(held).toBe(0)
  expect(startMicroUsd - available).toBe(await fixture.paidBy(payer.accountId))
  if (payer.keyId !== null && budget !== null)
    expect(await fixture.spentWith(payer.keyId)).toBeLessThanOrEqual(budget)
}

/** Expects each settled answer to be stored once, with its cost; only a crash may lose some, without a charge. */
async function expectPaidOnce({ fixture, settled, crashed }: Life): Promise<void> {
  const written = await fixture.written()
  for (const [id, { microUsd, replica }] of settled) {
    const paid = written.get(id)
    if (paid === undefined) expect(crashed).toContain(replica)
    else expect(paid).toBe(microUsd)
  }
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length]
  if (one === undefined) throw new RangeError('an empty list')
  return one
}
