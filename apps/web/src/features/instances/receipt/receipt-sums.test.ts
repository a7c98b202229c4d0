import { describe, expect, it } from 'vitest'
import { aReceipt } from '../../../testing/renter-samples.ts'
import { receiptSums } from './receipt-sums.ts'

describe('the sums of a receipt', () => {
  it('separate running and stopped, and add up to the total', () => {
    expect(receiptSums(aReceipt())).toEqual({
      runningMicroUsd: 7_066,
      stoppedMicroUsd: 46,
      linesMicroUsd: 7_112,
      differenceMicroUsd: 0,
    })
  })

  it('show a difference of a single micro-dollar', () => {
    expect(receiptSums(aReceipt({ total_micro_usd: 7_111 })).differenceMicroUsd).toBe(1)
  })

  it('are zero without lines', () => {
    const sums = receiptSums(aReceipt({ lines: [], total_micro_usd: 0 }))
    expect(sums).toMatchObject({ linesMicroUsd: 0, differenceMicroUsd: 0 })
  })
})
