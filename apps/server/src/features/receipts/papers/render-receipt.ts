import type { RenderReceipt } from '@gridloom/contract/rendering/receipt'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { PaperColumn } from '../../../platform/pdf/paper.ts'
import type { MachineCharges } from '../../rendering/index.ts'
import { timeWords } from './instance-receipt.ts'
import type { ReceiptFacts } from './receipt-paper.ts'

const frameColumns: readonly PaperColumn[] = [
  { text: 'Frame', x: 48 },
  { text: 'Machine', x: 96, widthMax: 130 },
  { text: 'Paid, UTC', x: 232 },
  { text: 'Render time', x: 395, align: 'right' },
  { text: 'Reference time', x: 470, align: 'right' },
  { text: 'Cost, USD', x: 547, align: 'right' },
]

const machineColumns: readonly PaperColumn[] = [
  { text: 'Machine', x: 48, widthMax: 220 },
  { text: 'Frames', x: 330, align: 'right' },
  { text: 'Reference time', x: 440, align: 'right' },
  { text: 'Cost, USD', x: 547, align: 'right' },
]

/**
 * Returns what the receipt of a render job says: each paid frame, or where the receipt's page does not have all of them, the
 * sums by machine. Pure.
 */
export function renderReceipt(
  receipt: RenderReceipt,
  machines: readonly MachineCharges[],
): ReceiptFacts {
  const { job, lines, lines_total: all } = receipt
  const isSummed = all > lines.length
  return {
    name: `Receipt of render job ${job.fileName}`,
    subject: job.taskId,
    facts: [
      ['Frames', `${job.frames_done} of ${job.frames_total}`],
      ['Reference time', seconds(receipt.reference_s)],
    ],
    columns: isSummed ? machineColumns : frameColumns,
    rows: isSummed ? machines.map(machineRow) : lines.map(frameRow),
    sums: [],
    total: formatUsdExact(receipt.total_micro_usd),
    state: receipt.final ? 'final' : 'in_progress',
    summed: isSummed ? `${all} paid pictures, summed by machine. The CSV file lists each.` : null,
  }
}

function frameRow(line: RenderReceipt['lines'][number]): string[] {
  return [
    String(line.frame),
    line.machine_name,
    timeWords(line.at),
    seconds(line.render_s),
    seconds(line.reference_s),
    formatUsdExact(line.micro_usd),
  ]
}

function machineRow({ machineName, pictures, referenceMs, microUsd }: MachineCharges): string[] {
  return [
    machineName ?? 'Other machines',
    String(pictures),
    seconds(referenceMs / 1_000),
    formatUsdExact(microUsd),
  ]
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}
