import { formatUsdExact } from '@gridloom/domain/money-format'
import type { PaperColumn } from '../../../platform/pdf/paper.ts'
import type { ChatCosts } from '../../chat/index.ts'
import { timeWords } from './instance-receipt.ts'
import type { ReceiptFacts } from './receipt-paper.ts'
import { rowsMax } from './sum-lines.ts'

const columns: readonly PaperColumn[] = [
  { text: 'Answered, UTC', x: 48 },
  { text: 'Model', x: 150, widthMax: 200 },
  { text: 'Input tokens', x: 415, align: 'right' },
  { text: 'Output tokens', x: 480, align: 'right' },
  { text: 'Cost, USD', x: 547, align: 'right' },
]

/** Returns what the receipt of a chat says: each answer, or where they are too many, the sums by model. Pure. */
export function chatReceipt({ id, title, answers, isRunning }: ChatCosts): ReceiptFacts {
  const isSummed = answers.length > rowsMax
  const total = answers.reduce((sum, { microUsd }) => sum + microUsd, 0)
  return {
    name: `Receipt of chat ${title}`,
    subject: id,
    facts: [['Answers', String(answers.length)]],
    columns,
    rows: (isSummed ? byModel(answers) : answers).map((row) => [
      timeWords(row.at),
      row.modelId,
      String(row.inputTokens),
      String(row.outputTokens),
      formatUsdExact(row.microUsd),
    ]),
    sums: [],
    total: formatUsdExact(total),
    state: isRunning ? 'in_progress' : 'final',
    summed: isSummed
      ? `${answers.length} answers, summed by model. The CSV file lists each.`
      : null,
  }
}

type Answer = ChatCosts['answers'][number]

/** Sums answers by model, with the time of the last of each; models beyond the most rows are one. */
function byModel(answers: readonly Answer[]): Answer[] {
  const sums = new Map<string, Answer>()
  for (const answer of answers) {
    const isNew = !sums.has(answer.modelId)
    const modelId = isNew && sums.size >= rowsMax - 1 ? 'Other models' : answer.modelId
    const before = sums.get(modelId)
    sums.set(modelId, {
      ...{ ...answer, modelId },
      inputTokens: (before?.inputTokens ?? 0) + answer.inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + answer.outputTokens,
      microUsd: (before?.microUsd ?? 0) + answer.microUsd,
    })
  }
  return [...sums.values()]
}
