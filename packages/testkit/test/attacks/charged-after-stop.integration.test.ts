import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { heartbeatMs, stopActedWithinS, stopChargedS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MaliciousAgent, startMaliciousAgent } from '../../src/malicious-agent.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { expectExact } from '../using-instances.ts'

/** A thousandth of a dollar a second. */
const pricing = { cpu_slot_micro_usd_per_hour: 3_600_000 }
const microUsdPerS = 1_000

let site: Awaited<ReturnType<typeof setup>>
beforeAll(async () => {
  site = await setup()
})
afterAll(() => site.product[Symbol.asyncDispose]())

it('charges at most ten seconds after a destroy that the machine ignores, and unlists the machine', async () => {
  const { product } = site
  const id = await site.rent()
  await site.say(id, 60)
  const running = await site.read(id)
  expect(running.cost_micro_usd).toBeGreaterThan(40 * microUsdPerS)

  await product.renter.instances.destroy({ params: { id } })
  await site.say(id, stopActedWithinS + 30)
  const ignored = await site.read(id)
  const beyond = ignored.cost_micro_usd - running.cost_micro_usd
  expect(beyond).toBeLessThanOrEqual((stopChargedS + 1) * microUsdPerS)
  expect(ignored).toMatchObject({
    state: 'stopping',
    held_micro_usd: 0,
    reason: { code: 'stop_overdue' },
  })
  const receipt = await product.renter.instances.receipt({ params: { id } })
  expect(receipt.final).toBe(true)
  await expectExact(product, receipt)
  await site.say(id, 60)
  expect((await site.read(id)).cost_micro_usd).toBe(ignored.cost_micro_usd)

  expect(await site.problems()).toContain('stop_overdue')
  expect(await site.offered()).toBe(false)
  const message = await product.server.inbox.message(site.ownerEmail, ({ subject }) =>
    subject.includes('was unlisted'),
  )
  expect(message.text).toContain('did not stop or destroy an instance in time')

  await site.end(id)
  expect(await site.problems()).not.toContain('stop_overdue')
  expect(await site.offered()).toBe(true)
})

it('charges no more after an ignored stop, and keeps the slot until the machine reports the stop', async () => {
  const { product } = site
  const id = await site.rent()
  await site.say(id, 30)
  await product.renter.instances.stop({ params: { id } })
  const atStop = await site.read(id)
  await site.say(id, stopActedWithinS + 30)
  const ignored = await site.read(id)
  const beyond = ignored.cost_micro_usd - atStop.cost_micro_usd
  expect(beyond).toBeLessThanOrEqual((stopChargedS + heartbeatMs / 1_000) * microUsdPerS)
  expect(await site.slotsRented()).toBe(1)
  await site.say(id, 10, { phase: 'stopped', ready: false })
  expect(await site.slotsRented()).toBe(0)
  expect(await site.problems()).toEqual([])
})

it('places no new hold for a destroyed instance that its machine reports as stopped', async () => {
  const { product } = site
  const id = await site.rent()
  await site.say(id, 30)
  await product.renter.instances.stop({ params: { id } })
  await site.say(id, 10, { phase: 'stopped', ready: false })
  await product.renter.instances.destroy({ params: { id } })
  await site.say(id, stopActedWithinS + 30, { phase: 'stopped', ready: false })
  expect(await site.read(id)).toMatchObject({ desired: 'destroyed', held_micro_usd: 0 })
  const receipt = await product.renter.instances.receipt({ params: { id } })
  expect(receipt.final).toBe(true)
  await expectExact(product, receipt)
  await site.end(id)
})

it('charges no running time that a machine claims for an instance it reports as failed', async () => {
  const id = await site.rent()
  await site.say(id, 20)
  await site.say(id, 5, { phase: 'failed', ready: false })
  const failed = await site.read(id)
  await site.say(id, 60, { phase: 'failed', ready: false })
  expect((await site.read(id)).cost_micro_usd).toBe(failed.cost_micro_usd)
})

async function setup() {
  const product = await startProduct({ driver: 'fake', clock: 'fake' })
  const owner = await product.newcomer()
  const machine = await startMaliciousAgent(product.server, { owner: owner.client })
  await machine.hello()
  const offer = await machine.list(pricing)
  const of = { params: { id: machine.machineId } }
  const counters = new Map<InstanceId, number>()
  return {
    product,
    machine,
    ownerEmail: owner.email,
    read: (id: InstanceId): Promise<Instance> => product.renter.instances.read({ params: { id } }),
    async rent(): Promise<InstanceId> {
      const { id } = await product.order({ offer_id: offer.id })
      await machine.specOf(id)
      return id
    },
    /** Lets seconds pass in which the machine sends this report of an instance, and claims that it ran all the time. */
    async say(id: InstanceId, seconds: number, over: Partial<InstanceReport> = {}) {
      for (let passed = 0; passed < seconds; passed += heartbeatMs / 1_000) {
        await product.turn(heartbeatMs)
        const claimedS = (counters.get(id) ?? 0) + heartbeatMs / 1_000
        counters.set(id, claimedS)
        await heartbeatTaken(product, machine, claimed(machine, id, claimedS, over))
      }
    },
    /** The machine reports that the instance is destroyed after all. */
    async end(id: InstanceId) {
      const destroyed = machine.reportOf(id, { phase: 'destroyed', ready: false })
      await machine.heartbeat({ instances: [destroyed] })
      await product.untilInstance(id, ({ state }) => state === 'destroyed')
    },
    problems: async () =>
      (await owner.client.machines.read(of)).problems.map(({ code }) => code as string),
    slotsRented: async () => (await owner.client.machines.read(of)).slots_rented,
    async offered(): Promise<boolean> {
      const { offers } = await product.renter.market.search({ query: { page_size: 100 } })
      return offers.some(({ machine_id }) => machine_id === machine.machineId)
    },
  }
}

function claimed(
  machine: MaliciousAgent,
  id: InstanceId,
  seconds: number,
  over: Partial<InstanceReport>,
): InstanceReport {
  return machine.reportOf(id, { ready_s: seconds, running_s: seconds, ...over })
}

/** Sends one heartbeat, and waits until the server has processed it. */
async function heartbeatTaken(
  product: Product,
  machine: MaliciousAgent,
  report: InstanceReport,
): Promise<void> {
  const now = product.clock?.now() ?? new Date()
  await machine.heartbeat({ instances: [report] })
  await product.untilInstance(
    report.instance_id,
    ({ last_seen_at }) => last_seen_at !== null && Date.parse(last_seen_at) >= now.getTime(),
  )
}
