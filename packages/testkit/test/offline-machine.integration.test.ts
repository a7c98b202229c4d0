import { expect, it } from 'vitest'
import { startProduct } from '../src/product.ts'
import { expectExact } from './using-instances.ts'

it('marks an instance lost after 30 s offline, charges to the last heartbeat, and resumes it', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { renter, machine, clock } = product
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  await product.turn(120_000)
  await machine.killAgent()
  const before = await renter.instances.read({ params: { id } })

  clock?.turn(29_000)
  expect((await renter.instances.read({ params: { id } })).state).toBe('running')
  clock?.turn(5_000)
  const lost = await product.untilInstance(id, ({ state }) => state === 'lost')
  expect(lost).toMatchObject({ ready: false, held_micro_usd: 0, ready_s: before.ready_s })
  expect(lost.reason).toMatchObject({ code: 'machine_silent' })
  const whileLost = await renter.instances.receipt({ params: { id } })
  expect(whileLost.lines.at(-1)?.to).toBe(before.last_seen_at)
  expect(whileLost.running_s).toBe(before.ready_s)
  await product.until({
    read: () => renter.market.search(),
    satisfies: ({ offers }) => offers.length === 0,
  })

  clock?.turn(600_000)
  await machine.startAgent()
  const back = await product.untilInstance(id, ({ ready }) => ready)
  expect(back).toMatchObject({ state: 'running', reason: null })
  expect(machine.fake.containerNames()).toEqual([`gridloom-${id}`])
  await product.turn(120_000)
  const receipt = await renter.instances.receipt({ params: { id } })
  await expectExact(product, receipt)
  const { ready_s: readyS } = receipt.instance
  expect(readyS).toBeGreaterThanOrEqual(before.ready_s + 110)
  expect(readyS).toBeLessThanOrEqual(before.ready_s + 135)
})

it('keeps charging on one machine while another is offline', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { renter, machine } = product
  const other = await product.addMachine()
  const { id: here } = await product.order()
  const { id: there } = await product.order({ offer_id: (await product.offerOf(other)).id })
  await product.untilInstance(here, ({ ready }) => ready)
  await product.untilInstance(there, ({ ready }) => ready)
  expect(machine.fake.containerNames()).toEqual([`gridloom-${here}`])
  expect(other.fake.containerNames()).toEqual([`gridloom-${there}`])

  await machine.killAgent()
  await product.turn(60_000)
  expect(await product.untilInstance(here, ({ state }) => state === 'lost')).toMatchObject({
    machine_id: machine.id,
  })
  const running = await renter.instances.read({ params: { id: there } })
  expect(running).toMatchObject({
    state: 'running',
    machine_id: other.id,
    machine_name: other.name,
  })
  expect(running.ready_s).toBeGreaterThanOrEqual(50)
})
