import type { Paper, PaperColumn, PaperFact, PaperParty } from '../../../platform/pdf/paper.ts'
import { dateWords } from '../../invoices/index.ts'

/** What is particular about the receipt of one thing. */
export interface ReceiptFacts {
  /** `Receipt of instance web`. */
  readonly name: string
  /** Its id. */
  readonly subject: string
  readonly facts: readonly PaperFact[]
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly PaperFact[]
  readonly total: string
  readonly state: 'final' | 'in_progress'
  /** How the rows are summed, if they are. */
  readonly summed: string | null
}

interface Around {
  readonly parties: readonly [from: PaperParty, to: PaperParty]
  readonly at: Date
}

const noInvoice =
  'Amounts are exact, in US dollars, and include VAT where it applies. This receipt is no tax invoice: the invoice of the month states the VAT.'

/** Returns a receipt as it is printed. Pure. */
export function receiptPaper(receipt: ReceiptFacts, { parties, at }: Around): Paper {
  const date = at.toISOString()
  const [from] = parties
  const notes = [noInvoice]
  if (receipt.state === 'in_progress')
    notes.unshift('In progress: more may be charged, and part of it may be credited.')
  if (receipt.summed !== null) notes.unshift(receipt.summed)
  return {
    title: 'Receipt',
    name: receipt.name,
    author: from.name,
    subject: receipt.subject,
    date,
    facts: [
      ['Made on', dateWords(date.slice(0, 10))],
      ['State', receipt.state === 'final' ? 'Final' : 'In progress'],
    ],
    parties,
    remark: [receipt.name, ...receipt.facts.map(([name, value]) => `${name}: ${value}`)].join(
      ' · ',
    ),
    columns: receipt.columns,
    rows: receipt.rows,
    sums: receipt.sums,
    total: ['Total, USD', receipt.total],
    notes,
    foot: `${from.name} · ${receipt.subject}`,
    ...{ attachment: null, metadata: null },
  }
}
