import type { AccountId, InvoiceId } from '@gridloom/contract/core/ids'
import { accountParty, documentOf } from '@gridloom/server/features/invoices/document-of'
import { issue } from '@gridloom/server/features/invoices/issue'
import type { InvoiceSeller } from '@gridloom/server/invoice-seller'
import type { TestServer } from './server.ts'

/** A seller in Germany, whose VAT id has right check digits and is nobody's. */
const aSeller: InvoiceSeller = {
  ...{
    name: 'Operator GmbH',
    addressLines: ['Hauptstraße 1'],
    postalCode: '10115',
    city: 'Berlin',
  },
  ...{ country: 'DE', vatId: 'DE136695976', taxNumber: null, registration: null, email: null },
  ...{ rates: { DE: 1_900 }, exemptNote: null, prefix: '', since: '2026-01' },
}

/** Issues an invoice of $10 to an account, as the monthly job would. */
export async function anInvoice(
  { container: { system } }: Pick<TestServer, 'container'>,
  accountId: AccountId,
): Promise<InvoiceId> {
  const names = { name: 'Ada', email: null }
  const account = accountParty({ accountId, details: null, names, country: aSeller.country })
  const at = system.clock.now()
  const content = documentOf({
    ...{ kind: 'invoice', month: '2026-01', issuedOn: at.toISOString().slice(0, 10) },
    ...{ seller: aSeller, account, purchaseOrder: null, labels: new Map(), vatCheck: null },
    amounts: {
      resources: [{ product: 'models', subject: '', microUsd: 10_000_000 }],
      welcomeMicroUsd: 0,
    },
  })
  const id = await system.transact((tx) =>
    issue(system, tx, { content, accountId, accountName: 'Ada', seller: aSeller, at, key: null }),
  )
  if (id === null) throw new RangeError('the account has its invoice of this month')
  return id
}
