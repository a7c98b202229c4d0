import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReceiptSummary } from '@gridloom/domain/receipts/check-receipt'
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
  const summary = await receiptOf(bytes)
  expect(summary.head).toMatchObject({ micro_usd: receipt.total_micro_usd, final: true })
  expect(summary.records).toBe(receipt.lines.length)
  expect(summary.charged.running).toBe(receipt.running_s)
  expect(summary.uncounted).toBe(0)
  expect(summary.machineKeys).toHaveLength(1)
  const { key } = await renter.receipts.listDays({ query: {} })
  expect(summary.head.key).toBe(key)
  const ofProvider = await receiptOf(await signedReceipt(provider, id), key)
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

it('the statement of an account holds, and one changed byte is found', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  await product.turn(60_000)
  const response = await product.renter.receipts.downloadStatement({ query: {} })
  const bytes = Buffer.from(await response.arrayBuffer())
  const checked = await readReceipt(once(bytes), undefined)
  if (!('statement' in checked)) throw new Error('not a statement')
  expect(checked.statement.head.key).toBe(
    (await product.renter.receipts.listDays({ query: {} })).key,
  )
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('"at":"') + '"at":"'.length
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  await expect(readReceipt(once(changed), undefined)).rejects.toThrow(/wrong signature|no line/)
})

async function receiptOf(bytes: Buffer, key?: string): Promise<ReceiptSummary> {
  const checked = await readReceipt(once(bytes), key)
  if (!('receipt' in checked)) throw new Error('not a receipt')
  return checked.receipt
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
