import { expect } from 'vitest'
import type { Product } from '../src/product.ts'
import { encode, execute, expectExact, finalReceipt, watchTerminal } from './using-instances.ts'

interface Loop {
  /** Lets some seconds pass in which the instance is ready. */
  useIt(): Promise<void>
}

/** Takes a renter from the order to the receipt, and checks the guarantee of each step. */
export async function goThroughLoop(product: Product, { useIt }: Loop): Promise<void> {
  const { renter, untilInstance } = product
  const before = await renter.ledger.balance()
  const { id } = await product.order({
    label: 'loop',
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      on_start_script: 'echo hello from inside',
      readiness: { kind: 'exec', command: ['true'], timeout_s: 30 },
    },
  })
  const ready = await untilInstance(id, (instance) => instance.ready)
  expect(ready).toMatchObject({ state: 'running', label: 'loop', cost_micro_usd: 0, reason: null })
  expect(ready.held_micro_usd).toBeGreaterThan(0)

  const lines = await renter.instances.logs({ params: { id } })
  expect(lines.map(({ text }) => text)).toContain('hello from inside')
  expect(await execute(renter, id, ['echo', 'out'])).toMatchObject({ stdout: 'out\n', exitCode: 0 })
  expect(await execute(renter, id, ['sh', '-c', 'exit 3'])).toMatchObject({ exitCode: 3 })
  await typeInTerminal(product, id)
  await useIt()
  await stopAndStart(product, id)

  await renter.instances.destroy({ params: { id } })
  const destroyed = await untilInstance(id, ({ state }) => state === 'destroyed')
  expect(destroyed).toMatchObject({ ready: false, held_micro_usd: 0 })
  const receipt = await finalReceipt(product, id)
  expect(receipt.running_s).toBeGreaterThan(0)
  await expectExact(product, receipt)
  const after = await renter.ledger.balance()
  expect(after).toMatchObject({ held_micro_usd: 0, spend_rate_micro_usd_per_hour: 0 })
  expect(before.available_micro_usd - after.available_micro_usd).toBe(receipt.total_micro_usd)
}

async function typeInTerminal(
  { renter }: Product,
  id: Awaited<ReturnType<Product['order']>>['id'],
): Promise<void> {
  const first = await watchTerminal(renter, id)
  expect(first.terminal.resumed).toBe(false)
  first.terminal.resize(100, 30)
  first.terminal.write(encode('echo typed-in\n'))
  await first.shows('typed-in')
  first.terminal.close()
  await first.closed

  const { terminalId } = first.terminal
  const again = await watchTerminal(renter, id, { terminalId })
  expect(again.terminal).toMatchObject({ resumed: true, terminalId })
  await again.shows('typed-in')
  again.terminal.write(encode('exit\n'))
  await again.closed
}

async function stopAndStart(
  { renter, untilInstance }: Product,
  id: Awaited<ReturnType<Product['order']>>['id'],
): Promise<void> {
  await renter.instances.stop({ params: { id } })
  const stopped = await untilInstance(id, ({ state }) => state === 'stopped')
  expect(stopped).toMatchObject({ ready: false, desired: 'stopped' })
  await expect(
    renter.instances.exec({ params: { id }, body: { command: ['true'] } }).next(),
  ).rejects.toMatchObject({ code: 'state_conflict' })
  await renter.instances.start({ params: { id } })
  await untilInstance(id, (instance) => instance.ready)
}
