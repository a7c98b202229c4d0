import { RuntimeFailure } from '@gridloom/agent/runtime/failure'
import { openTerminal, type TerminalFrame } from '@gridloom/client/terminal'
import { expect, it } from 'vitest'
import { startProduct } from '../src/product.ts'
import { encode, expectExact } from './using-instances.ts'
import { goThroughLoop } from './whole-loop.ts'

it('starts the whole product in less than three seconds', async () => {
  const startedMs = performance.now()
  await using _product = await startProduct({ driver: 'fake' })
  const tookMs = Math.round(performance.now() - startedMs)
  process.stderr.write(`the whole product was up in ${tookMs} ms\n`)
  expect(tookMs).toBeLessThan(3_000)
})

it('takes a renter from order to a receipt that matches the ledger', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  await goThroughLoop(product, { useIt: () => product.turn(300_000) })
})

it('continues a running instance across a server restart', async () => {
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

it('charges an instance that became ready while the server was down only for seconds both saw', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const away = new RuntimeFailure('engine_unreachable', 'The engine does not answer.', {
    retry: 'later',
  })
  product.machine.fake.failNext('startContainer', away)
  const { id } = await product.order()
  await product.untilInstance(id, ({ reason }) => reason?.code === 'engine_unreachable')
  await product.restartServer(async () => {
    product.clock?.turn(10_000)
    await new Promise((resolve) => setImmediate(resolve))
    product.clock?.turn(8_000)
  })
  const backMs = product.clock?.now().getTime() ?? 0
  await product.untilInstance(id, ({ ready }) => ready)
  await product.turn(200_000)
  const receipt = await product.renter.instances.receipt({ params: { id } })
  await expectExact(product, receipt)
  expect(receipt.instance.ready_s).toBeGreaterThanOrEqual(203)
  // The clock advances by itself too, by as much as this machine is slow.
  const upS = ((product.clock?.now().getTime() ?? 0) - backMs) / 1_000
  expect(receipt.instance.ready_s).toBeLessThanOrEqual(upS + 12)
})

it('reports the exit code of a terminal’s shell', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  const terminal = await openTerminal(product.renter, { instanceId: id, columns: 80, rows: 24 })
  const ended = new Promise<TerminalFrame>((resolve) => {
    terminal.onFrame((frame) => {
      if (frame.kind !== 'bytes') resolve(frame)
    })
  })
  terminal.write(encode('exit 7\n'))
  expect(await ended).toEqual({ kind: 'exited', exitCode: 7 })
})
