import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'

/** What the lines of a receipt come to, and whether that is what the ledger says. */
export interface ReceiptSums {
  readonly runningMicroUsd: number
  readonly stoppedMicroUsd: number
  readonly linesMicroUsd: number
  /** The lines' sum without the ledger's; 0 when they agree. */
  readonly differenceMicroUsd: number
}

/** Adds the lines up here, in the reader's own browser, so that the ledger's total need not be believed. */
export function receiptSums(receipt: Receipt): ReceiptSums {
  const runningMicroUsd = sumOf(receipt.lines, 'running')
  const stoppedMicroUsd = sumOf(receipt.lines, 'stopped_disk')
  const linesMicroUsd = runningMicroUsd + stoppedMicroUsd
  return {
    runningMicroUsd,
    stoppedMicroUsd,
    linesMicroUsd,
    differenceMicroUsd: linesMicroUsd - receipt.total_micro_usd,
  }
}

/** An amount with all six places, so that a column of them stands in line: `$0.004200`. */
export function formatSixPlaces(microUsd: number): string {
  const sign = microUsd < 0 ? '−' : ''
  return `${sign}$${(Math.abs(microUsd) / microUsdPerUsd).toFixed(6)}`
}

function sumOf(lines: readonly ReceiptLine[], kind: ReceiptLine['kind']): number {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.micro_usd : sum), 0)
}
