import { freeStartPerDayS, freeStartS } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { execute, expectExact, finalReceipt, watchTerminal } from '../using-instances.ts'

/** Time is booked by the second, and reported by heartbeat. */
const slackS = 10

describe('an instance whose own readiness probe never passes', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ driver: 'fake', clock: 'fake' })
  })
  afterAll(() => product[Symbol.asyncDispose]())

  it('is free until a command runs in it, and charged from then on', async () => {
    const { id } = await orderUnready(product)
    await product.turn(60_000)
    expect(await read(product, id)).toMatchObject({
      charging: null,
      cost_micro_usd: 0,
      ready: false,
    })
    await execute(product.renter, id, ['echo', 'mine'])
    await expectChargedFor(product, id, { seconds: 120, cause: 'entered' })
  })

  it('is charged from when a terminal is opened', async () => {
    const { id } = await orderUnready(product)
    const { terminal } = await watchTerminal(product.renter, id)
    await expectChargedFor(product, id, { seconds: 60, cause: 'entered' })
    terminal.close()
  })

  it('is charged after five minutes in total over all its starts', async () => {
    const { id } = await orderUnready(product)
    await product.turn((freeStartS / 2) * 1_000)
    await restart(product, id)
    await product.turn((freeStartS / 2) * 1_000)
    expect((await read(product, id)).ready_s).toBeLessThanOrEqual(slackS)
    await expectChargedFor(product, id, { seconds: 60, cause: 'free_start_used' })
  })

  it('is charged for its disk after five minutes, even when it is stopped before', async () => {
    const { id } = await orderUnready(product)
    await product.renter.instances.stop({ params: { id } })
    await product.untilInstance(id, ({ state }) => state === 'stopped')
    await product.turn((freeStartS + 60) * 1_000)
    const stopped = await read(product, id)
    expect(stopped.charging?.cause).toBe('free_start_used')
    const { stopped_s } = await end(product, id)
    expect(stopped_s).toBeGreaterThanOrEqual(60 - slackS)
  })
})

it('gives one user at most half an hour of free starts a day, however many they order', async () => {
  await using product = await startProduct({
    driver: 'fake',
    clock: 'fake',
    cpuSlots: 7,
    creditMicroUsd: 20_000_000,
  })
  const orders = await Promise.all(Array.from({ length: 7 }, () => orderUnready(product)))
  await product.turn(freeStartS * 1_000)
  const receipts = await Promise.all(orders.map(({ id }) => end(product, id)))
  const chargedS = receipts.reduce((sum, { running_s }) => sum + running_s, 0)
  const dueS = orders.length * freeStartS - freeStartPerDayS
  expect(chargedS).toBeGreaterThanOrEqual(dueS - orders.length * slackS)
  const again = await orderUnready(product)
  await product.turn(30_000)
  expect(await read(product, again.id)).toMatchObject({ charging: { cause: 'free_start_used' } })
})

async function orderUnready(product: Product): Promise<Instance> {
  const { id } = await product.order({
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      readiness: { kind: 'exec', command: ['false'], timeout_s: 3_600 },
    },
  })
  return product.untilInstance(id, ({ state }) => state === 'running')
}

const read = (product: Product, id: InstanceId) => product.renter.instances.read({ params: { id } })

async function restart({ renter, untilInstance }: Product, id: InstanceId): Promise<void> {
  const { generation } = await renter.instances.restart({ params: { id } })
  await untilInstance(id, (now) => now.state === 'running' && now.observed_generation >= generation)
}

interface Expected {
  seconds: number
  cause: NonNullable<Instance['charging']>['cause']
}

/** Lets time pass, destroys the instance, and compares the receipt with the time. */
async function expectChargedFor(
  product: Product,
  id: InstanceId,
  { seconds, cause }: Expected,
): Promise<void> {
  const before = await read(product, id)
  await product.turn(seconds * 1_000)
  const after = await read(product, id)
  expect(after).toMatchObject({ ready: false, charging: { cause } })
  const receipt = await end(product, id)
  await expectExact(product, receipt)
  expect(receipt.running_s).toBeGreaterThanOrEqual(before.ready_s + seconds - slackS)
  expect(receipt.running_s).toBeLessThanOrEqual(before.ready_s + seconds + slackS)
}

async function end(product: Product, id: InstanceId) {
  await product.renter.instances.destroy({ params: { id } })
  return finalReceipt(product, id)
}
