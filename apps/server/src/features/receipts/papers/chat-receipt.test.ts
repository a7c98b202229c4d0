import { ChatId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import type { ChatCosts } from '../../chat/index.ts'
import { chatReceipt } from './chat-receipt.ts'
import { rowsMax } from './sum-lines.ts'

it('lists each answer of a chat, with their exact sum', () => {
  const { rows, total, state, summed } = chatReceipt(chat(2, () => 'org/a'))
  expect(rows).toEqual([
    ['2026-01-01 00:00:00', 'org/a', '10', '20', '$0.000003'],
    ['2026-01-01 00:00:00', 'org/a', '10', '20', '$0.000003'],
  ])
  expect([total, state, summed]).toEqual(['$0.000006', 'final', null])
})

it.each([
  ['two models', (at: number) => `org/${at % 2}`, 2],
  ['a model each', (at: number) => `org/${at}`, rowsMax],
])('sums many answers by model: %s', (_what, modelOf, count) => {
  const { rows, total, summed } = chatReceipt(chat(1_000, modelOf))
  expect(rows.length).toBe(count)
  expect(rows.reduce((sum, [, , input]) => sum + Number(input), 0)).toBe(10_000)
  expect([total, summed]).toEqual(['$0.003', expect.stringContaining('1000 answers')])
})

function chat(count: number, modelOf: (at: number) => string): ChatCosts {
  return {
    id: ChatId.parse('cht_00000000000000000000000001'),
    ...{ title: 'Hello', isRunning: false },
    answers: Array.from({ length: count }, (_, at) => ({
      ...{ at: '2026-01-01T00:00:00.000Z', generationId: 'gen_1', modelId: modelOf(at) },
      ...{ inputTokens: 10, outputTokens: 20, microUsd: 3 },
    })),
  }
}
