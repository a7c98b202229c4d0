import { RuntimeFailure } from '@gridloom/agent/runtime/failure'
import type { Instance } from '@gridloom/contract/instances/instance'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'
import { expectExact } from './using-instances.ts'

it('reports that an image does not exist, and charges nothing', async () => {
  await using product = await setup()
  const failure = new RuntimeFailure('image_not_found', 'There is no image no/such:image.')
  product.machine.fake.failNext('pullImage', failure)
  const { id } = await product.order({ template: { image_path_with_tag: 'no/such:image' } })
  const failed = await product.untilInstance(id, ({ state }) => state === 'failed')
  expect(failed.reason).toMatchObject({ code: 'image_not_found' })
  expect(failed.reason?.machine_says).toContain('no/such:image')
  await expectFree(product, failed)
})

it('reports a failed start script with its exit code, and charges nothing', async () => {
  await using product = await setup()
  const { id } = await product.order({
    template: { image_path_with_tag: 'gridloom/base:latest', on_start_script: 'exit 7' },
  })
  const failed = await product.untilInstance(id, ({ state }) => state === 'failed')
  expect(failed.reason).toMatchObject({ code: 'start_script_failed', exit_code: 7 })
  await expectFree(product, failed)
})

it('fails an instance whose readiness check never passes, and charges nothing', async () => {
  await using product = await setup()
  const { id } = await product.order({
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      readiness: { kind: 'exec', command: ['false'], timeout_s: 60 },
    },
  })
  await product.untilInstance(id, ({ state }) => state === 'running')
  await product.turn(65_000)
  const failed = await product.untilInstance(id, ({ state }) => state === 'failed')
  expect(failed.reason).toMatchObject({ code: 'readiness_timeout' })
  await expectFree(product, failed)
})

it('reports an engine that does not answer, charges nothing meanwhile, and recovers', async () => {
  await using product = await setup()
  product.machine.fake.setReachable('away')
  const { id } = await product.order()
  const waiting = await product.untilInstance(
    id,
    ({ reason }) => reason?.code === 'engine_unreachable',
  )
  expect(waiting).toMatchObject({ ready: false, cost_micro_usd: 0 })
  product.machine.fake.setReachable('reachable')
  await product.turn(60_000)
  await product.untilInstance(id, ({ ready }) => ready)
})

function setup(): Promise<Product> {
  return startProduct({ driver: 'fake', clock: 'fake' })
}

/** Nothing was charged, every hold is released, and the slot is free again. */
async function expectFree(product: Product, { id }: Instance): Promise<void> {
  const { renter } = product
  await product.turn(120_000)
  const receipt = await renter.instances.receipt({ params: { id } })
  expect(receipt).toMatchObject({ total_micro_usd: 0, lines: [] })
  expect(receipt.instance).toMatchObject({ cost_micro_usd: 0, held_micro_usd: 0, ready_s: 0 })
  await expectExact(product, receipt)
  expect(await product.offerOf()).toMatchObject({ slots_free: 2 })
}
