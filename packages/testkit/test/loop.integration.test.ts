import { expect, it } from 'vitest'
import { startProduct } from '../src/product.ts'
import { goThroughLoop } from './whole-loop.ts'

it('is up as a whole in less than three seconds', async () => {
  const startedMs = performance.now()
  await using _product = await startProduct({ driver: 'fake' })
  const tookMs = Math.round(performance.now() - startedMs)
  process.stderr.write(`the whole product was up in ${tookMs} ms\n`)
  expect(tookMs).toBeLessThan(3_000)
})

it('takes a renter from the order to a receipt that adds up to the ledger', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  await goThroughLoop(product, { useIt: () => product.turn(300_000) })
})

it('goes on where it was when the server is restarted', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  await product.turn(60_000)
  await product.restartServer()
  await product.untilInstance(id, ({ ready, ready_s }) => ready && ready_s >= 55)
  await product.turn(60_000)
  const { ready_s } = await product.renter.instances.read({ params: { id } })
  expect(ready_s).toBeGreaterThanOrEqual(110)
  expect(product.machine.fake.containerNames()).toHaveLength(1)
})
