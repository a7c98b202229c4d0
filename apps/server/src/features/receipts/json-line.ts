import type { ReceiptEntry } from '@gridloom/contract/receipts/signed-receipt'
import type { StatementEntry } from '@gridloom/contract/receipts/signed-statement'

/** A line of a signed file: in the one spelling that its check accepts. */
export function jsonLine(entry: ReceiptEntry | StatementEntry): string {
  return `${JSON.stringify(entry)}\n`
}
