import { setTimeout as delay } from 'node:timers/promises'
import { labelNames } from '@gridloom/agent/instances/names'
import { pauseLabel } from '@gridloom/agent/runtime/docker/pause-body'
import type { Client } from '@gridloom/client/calls'
import type { Instance } from '@gridloom/contract/instances/instance'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { connectDatabase } from '@gridloom/server/platform/database/connect'
import { expect, it } from 'vitest'
import { readChaosConfig } from '../../src/config.ts'
import { anOrder } from '../../src/order.ts'
import type { KilledProcess, Processes } from '../../src/processes.ts'
import { expectAddsUp } from '../using-instances.ts'
import { containersWith } from './engine-diary.ts'
import { seededRandom } from './random.ts'
import { createRenter } from './renter-actions.ts'
import { createWorld, creditMicroUsd, eventually, saying, type World } from './world.ts'

const { kills, seed } = readChaosConfig()
/** An agent makes this many networks ahead, each with a container that holds it. */
const networksAhead = 2
/** What an agent does not see while it is dead, a third of the kills, is not paid. */
const paidShareMin = 0.8
const victims: [KilledProcess, ...KilledProcess[]] = ['agent', 'server', 'database']

it(`survives ${kills} kill -9 of agent, server and database at random moments`, {
  timeout: kills * 15_000 + 120_000,
}, async () => {
  process.stderr.write(`chaos: ${kills} kills, GRIDLOOM_CHAOS_SEED=${seed}\n`)
  await using world = await createWorld()
  await saying(world.processes, () => wreak(world))
})

/** Kills and restarts processes while a renter works, and then checks every instance and the ledger. */
async function wreak(world: World): Promise<void> {
  const { processes, renter, diary } = world
  const steady = await rentTwo(world)
  const before = steady.map(({ id }) => structuredClone(diary.lives.get(`gridloom-${id}`)))
  const random = seededRandom(seed)
  const steadyIds = new Set<string>(steady.map(({ id }) => id))
  const someone = createRenter({ ...world, client: renter, random, steady: steadyIds, liveMax: 4 })

  for (let kill = 1; kill <= kills; kill++) {
    const deed = someone.act()
    await delay(random.between(0, 1_500))
    const victim = random.pick(victims)
    await eventually(() => processes.kill(victim).then(() => 'dead' as const))
    await revive(processes, victim)
    process.stderr.write(`  ${kill}: ${await deed}; killed the ${victim}\n`)
  }

  const all = await untilTruthful(world)
  expect(steady.map(({ id }) => diary.lives.get(`gridloom-${id}`))).toEqual(before)
  for (const { id } of all) await expectHonest(world, id)
  await expectPaid(world, steady)
  await expectNothingLeft(world)
}

async function rentTwo({ renter, offerId }: World): Promise<Instance[]> {
  const rented: Instance[] = []
  for (const label of ['steady-1', 'steady-2']) {
    const { instance } = await renter.instances.order({ body: anOrder(offerId, { label }) })
    rented.push(await eventually(() => ready(renter, instance)))
  }
  return rented
}

async function ready(renter: Client, { id }: Instance): Promise<Instance | undefined> {
  const instance = await renter.instances.read({ params: { id } })
  return instance.ready ? instance : undefined
}

/** The database is restarted by its server. */
async function revive(processes: Processes, victim: KilledProcess): Promise<void> {
  if (victim === 'server') await processes.startServer()
  if (victim === 'agent') await processes.startAgent()
}

/** Waits until every instance is in its desired state, and the engine agrees. Returns all instances there ever were. */
function untilTruthful({ renter, label }: World): Promise<Instance[]> {
  return eventually(async () => {
    const all = await renter.instances.list({ query: { destroyed: true } })
    const containers = await containersWith(label, labelNames.instance)
    const named = new Set(all.map(({ id }) => `gridloom-${id}`))
    const known = [...containers.keys()].every((name) => named.has(name))
    const truthful = all.every((instance) => isTruthful(instance, containers))
    return known && truthful ? all : undefined
  })
}

function isTruthful(instance: Instance, containers: ReadonlyMap<string, string>): boolean {
  const { id, desired, state } = instance
  const container = containers.get(`gridloom-${id}`)
  if (desired === 'running') return instance.ready && state === 'running' && container === 'running'
  if (desired === 'stopped') return state === 'stopped' && container !== 'running'
  return state === 'destroyed' && container === undefined
}

/** One container ever, no second charged twice, and none charged in which the engine did not see it run. */
async function expectHonest(world: World, id: Instance['id']): Promise<void> {
  const { renter, diary, processes } = world
  const receipt = await renter.instances.receipt({ params: { id } })
  expectAddsUp(receipt)
  expect(diary.lives.get(`gridloom-${id}`)?.containerIds.size ?? 0).toBeLessThanOrEqual(1)
  expect(receipt.instance.ready_s).toBeLessThanOrEqual(Math.ceil(diary.runningS(`gridloom-${id}`)))
  expect(receipt.running_s).toBeLessThanOrEqual(receipt.instance.ready_s)
  await using books = await openBooks(processes)
  expect(await checkLedger(books.db)).toMatchObject({ clean: true })
}

/** Instances that ran through all of it are paid for nearly all of the time, whoever was killed meanwhile. */
async function expectPaid(world: World, steady: readonly Instance[]): Promise<void> {
  for (const { id } of steady) {
    const { paidS, ranS } = await settledUse(world, id)
    process.stderr.write(`  paid ${paidS} of ${ranS} s\n`)
    expect(paidS).toBeLessThanOrEqual(ranS)
    expect(paidS).toBeGreaterThanOrEqual(ranS * paidShareMin)
  }
}

/** What is paid for, and what the engine saw, once the reports of the last gap are settled. */
async function settledUse({ renter, diary }: World, id: Instance['id']) {
  let use = { paidS: 0, ranS: 0 }
  const isSettled = async () => {
    const { running_s: paidS } = await renter.instances.receipt({ params: { id } })
    use = { paidS, ranS: Math.ceil(diary.runningS(`gridloom-${id}`)) }
    return use.paidS >= use.ranS * paidShareMin ? true : undefined
  }
  await eventually(isSettled).catch(() => undefined)
  return use
}

/** Everything can be destroyed, is charged to the end, and leaves no money on hold. */
async function expectNothingLeft({ renter, label, processes }: World): Promise<void> {
  const live = await renter.instances.list()
  for (const { id } of live) await renter.instances.destroy({ params: { id } })
  const balance = await eventually(async () => {
    const left = await renter.instances.list()
    const now = await renter.ledger.balance()
    return left.length === 0 && now.held_micro_usd === 0 ? now : undefined
  })
  expect((await containersWith(label, labelNames.instance)).size).toBe(0)
  // What holds a network is left for the networks that are made ahead, and for none that is gone.
  await eventually(async () => {
    const pausing = await containersWith(label, pauseLabel)
    return pausing.size <= networksAhead ? pausing : undefined
  })
  const all = await renter.instances.list({ query: { destroyed: true } })
  let spent = 0
  for (const { id } of all) {
    const receipt = await renter.instances.receipt({ params: { id } })
    expectAddsUp(receipt)
    expect(receipt.final, id).toBe(true)
    spent += receipt.total_micro_usd
  }
  expect(spent).toBeGreaterThan(0)
  expect(balance.available_micro_usd).toBe(creditMicroUsd - spent)
  await using books = await openBooks(processes)
  expect(await checkLedger(books.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
}

async function openBooks(processes: Processes) {
  const { db } = connectDatabase(await processes.databaseUrl(), { connections: 1 })
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}
