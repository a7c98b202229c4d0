import type { BillingDetails } from '@gridloom/contract/invoices/billing-details'
import { BillingDetailsChange } from '@gridloom/contract/invoices/billing-details'

/** What the form holds: the lines of the address are one text. */
export interface DetailsValues extends Omit<BillingDetailsChange, 'address_lines'> {
  address_lines: string
}

/** Returns the saved details as the form holds them; without any, empty fields. */
export function valuesOf(saved: BillingDetails | null): DetailsValues {
  return {
    legal_name: saved?.legal_name ?? '',
    address_lines: saved?.address_lines.join('\n') ?? '',
    postal_code: saved?.postal_code ?? '',
    city: saved?.city ?? '',
    country: saved?.country ?? '',
    vat_id: saved?.vat_id ?? '',
    purchase_order: saved?.purchase_order ?? '',
    email: saved?.email ?? '',
    email_invoices: saved?.email_invoices ?? true,
  }
}

/** Returns what is sent. */
export function changeOf({ address_lines, ...values }: DetailsValues): BillingDetailsChange {
  const lines = address_lines.split('\n').map((line) => line.trim())
  return { ...values, address_lines: lines.filter((line) => line !== '') }
}

/** Returns the problem of each field that is wrong. */
export function problemsOf(values: DetailsValues): Partial<Record<keyof DetailsValues, string>> {
  const problems: Partial<Record<string, string>> = {}
  for (const { path, message } of BillingDetailsChange.safeParse(changeOf(values)).error?.issues ??
    [])
    problems[String(path[0])] ??= path[0] === 'country' ? 'Country is required' : message
  return problems
}
