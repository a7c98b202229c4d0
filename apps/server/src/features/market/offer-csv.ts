import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import type { FieldValue } from './columns/offer-columns.ts'
import { offerValuesOf } from './columns/offer-values.ts'
import type { OfferWithMachine } from './offer-view.ts'

export type CsvColumn = OfferFieldName | 'id' | 'machine_id'

/** Returns one line as RFC 4180 has it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

/** Returns one value of an offer as text; empty: unknown. */
export function csvCell(row: OfferWithMachine, column: CsvColumn, now: Date): string {
  if (column === 'id') return row.id
  if (column === 'machine_id') return row.machine_id
  const value = offerValuesOf(row, now)[column]
  const field = offerField(column)
  if (typeof value === 'number' && field.type === 'number' && field.unit === 'usd') {
    return String(value / 1e6)
  }
  return textOf(value)
}

function textOf(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return value.join(' ')
}

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and machines have names that their providers
 * choose. A quotation mark before it makes it a text, as OWASP recommends ("CSV Injection").
 */
const formula = /^[=+\-@\t\r]/

function quoted(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
