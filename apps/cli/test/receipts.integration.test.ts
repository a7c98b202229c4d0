import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { startProduct } from '@gridloom/testkit/product'
import { expect, it } from 'vitest'
import { readReceipt } from '../src/commands/receipts/read-receipt.ts'

it('receipts hold over a killed agent and a restart of the control plane, for renter and provider', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { renter, provider, machine } = product
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  await product.turn(150_000)
  await machine.killAgent()
  await product.turn(10_000)
  await machine.startAgent()
  await product.turn(90_000)
  await product.restartServer()
  await product.turn(90_000)
  await renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')

  const receipt = await renter.instances.receipt({ params: { id } })
  const bytes = await signedReceipt(renter, id)
  const summary = await readReceipt(once(bytes), undefined)
  expect(summary.head).toMatchObject({ micro_usd: receipt.total_micro_usd, final: true })
  expect(summary.records).toBe(receipt.lines.length)
  expect(summary.charged.running).toBe(receipt.running_s)
  expect(summary.uncounted).toBe(0)
  expect(summary.machineKeys).toHaveLength(1)
  const { key } = await renter.receipts.listDays({ query: {} })
  expect(summary.head.key).toBe(key)
  const ofProvider = await readReceipt(once(await signedReceipt(provider, id)), key)
  expect(ofProvider.head.hash).toBe(summary.head.hash)
  await expect(signedReceipt((await product.newcomer()).client, id)).rejects.toMatchObject({
    code: 'not_found',
  })

  const changed = Buffer.from(bytes)
  const at = changed.indexOf('"seconds":') + '"seconds":'.length
  changed.writeUInt8(changed.readUInt8(at) === 0x31 ? 0x32 : 0x31, at)
  await expect(readReceipt(once(changed), undefined)).rejects.toThrow('was changed')
})

async function signedReceipt(client: Client, id: InstanceId): Promise<Buffer> {
  const response = await client.receipts.download({ params: { id } })
  return Buffer.from(await response.arrayBuffer())
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
