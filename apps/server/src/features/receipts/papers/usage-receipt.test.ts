import { expect, it } from 'vitest'
import type { ApiUsage } from '../../models/index.ts'
import { usageReceipt } from './usage-receipt.ts'

it('lists each model and day, and their sum', () => {
  const receipt = usageReceipt(anUsage(2))
  expect(receipt.rows).toEqual([
    ['2026-11-01', 'lab/model-0', '2', '100', '10', '$0.000003'],
    ['2026-11-01', 'lab/model-1', '2', '100', '10', '$0.000003'],
  ])
  expect(receipt).toMatchObject({ total: '$0.000006', summed: null, state: 'final' })
  expect(receipt.subject).toBe('api-2026-11-01-2026-11-30')
})

it('has the same total in at most 300 rows where there are more', () => {
  const usage = anUsage(1_000)
  const receipt = usageReceipt(usage)
  expect(receipt.rows).toHaveLength(300)
  const answers = receipt.rows.reduce((sum, row) => sum + Number(row[2]), 0)
  expect(answers).toBe(2_000)
  expect(receipt.total).toBe('$0.003')
  expect(receipt.summed).toMatch(/CSV/)
})

function anUsage(rows: number): ApiUsage {
  return {
    ...{ from: '2026-11-01', to: '2026-11-30', key: null, isRunning: false },
    days: Array.from({ length: rows }, (_, at) => ({
      ...{ day: '2026-11-01', modelId: `lab/model-${at}`, answers: 2 },
      ...{ inputTokens: 100, cachedTokens: 0, outputTokens: 10, microUsd: 3 },
    })),
  }
}
