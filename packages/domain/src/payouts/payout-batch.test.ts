import { expect, it } from 'vitest'
import { batchGas, batchOutcomes, batchWithin } from './payout-batch.ts'

const contract = `0x${'c'.repeat(40)}`
const token = `0x${'d'.repeat(40)}`
const sender = word(1n)
const failedTopic = '0xc77ea6414b21b2cf2170f259ee35ec16a7cbf16eeace77cc3ae8c6d52556881a'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

it('finds each payment by a transfer of its own, also twice the same to one address', () => {
  const payments = [pay(7n, 5n), pay(7n, 5n), pay(8n, 5n)]
  expect(outcomes([transfer(7n, 5n), transfer(7n, 5n), transfer(8n, 5n)], payments)).toEqual([
    'paid',
    'paid',
    'paid',
  ])
  expect(outcomes([transfer(7n, 5n), transfer(8n, 5n)], payments)).toEqual([
    'paid',
    'unclear',
    'paid',
  ])
})

it('believes the contract about failures, and the token about amounts', () => {
  const payments = [pay(7n, 5n), pay(7n, 5n), pay(8n, 6n)]
  expect(outcomes([failed(0n), transfer(7n, 5n), transfer(8n, 5n)], payments)).toEqual([
    'failed',
    'paid',
    'unclear',
  ])
})

it('ignores logs of other contracts, senders and events', () => {
  const elsewhere = { ...transfer(7n, 5n), address: contract }
  const other = { ...transfer(7n, 5n), topics: [transferTopic, word(2n), word(7n)] }
  const lie = { ...failed(0n), address: token }
  expect(outcomes([elsewhere, other, lie], [pay(7n, 5n)])).toEqual(['unclear'])
})

it('has as many payments as the gas covers', () => {
  expect(batchWithin(batchGas(60))).toBe(60)
  expect(batchWithin(batchGas(60) - 1n)).toBe(59)
  expect(batchWithin(0n)).toBe(0)
})

function outcomes(
  logs: Parameters<typeof batchOutcomes>[0],
  payments: readonly { to: string; units: bigint }[],
) {
  return batchOutcomes(logs, { contract, token, sender, payments })
}

function pay(to: bigint, units: bigint) {
  return { to: word(to), units }
}

function transfer(to: bigint, units: bigint) {
  return { address: token, topics: [transferTopic, sender, word(to)], data: word(units) }
}

function failed(index: bigint) {
  return { address: contract, topics: [failedTopic, word(index)], data: '0x' }
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
