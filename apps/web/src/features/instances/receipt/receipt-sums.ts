import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'

/** The sums of a receipt's lines, compared with the ledger. */
export interface ReceiptSums {
  readonly runningMicroUsd: number
  readonly stoppedMicroUsd: number
  readonly linesMicroUsd: number
  /** The sum of the lines minus the ledger's total; 0 if they agree. */
  readonly differenceMicroUsd: number
}

/** Adds up the lines in the browser, so that the ledger's total can be verified independently. */
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

/** Formats an amount with all six decimal places, so that a column of amounts is aligned: `$0.004200`. */
export function formatSixPlaces(microUsd: number): string {
  const sign = microUsd < 0 ? '−' : ''
  return `${sign}$${(Math.abs(microUsd) / microUsdPerUsd).toFixed(6)}`
}

function sumOf(lines: readonly ReceiptLine[], kind: ReceiptLine['kind']): number {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.micro_usd : sum), 0)
}
