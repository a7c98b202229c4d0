import { anInvoice } from '../../../src/an-invoice.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** Documents are issued when a month is over, by a seller. */
export const preparedInvoices: PreparedCalls = {
  'invoices.get': issued,
  'invoices.pdf': issued,
  'invoices.xml': issued,
  'invoices.csv': issued,
}

async function issued({ product, person }: Site) {
  const { token, client } = await person()
  const { account_id } = await client.accounts.details()
  return { token, params: { id: await anInvoice(product.server, account_id) } }
}
