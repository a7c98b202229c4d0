import type { Feature } from '../../platform/feature.ts'
import type { InvoicesCtx } from './ctx.ts'
import { finishDocuments } from './finish-documents.ts'
import { issueDocuments } from './issue-documents.ts'
import { invoicesPersonalData } from './personal-data-store.ts'
import { invoiceRoutes } from './routes.ts'

const finishEveryMs = 30_000

/** Invoices, self-billing statements and credit notes, and the billing details of accounts. */
export const invoicesFeature: Feature<InvoicesCtx, Pick<InvoicesCtx, 'invoiceSeller'>> = {
  name: 'invoices',
  services: ({ config }) => ({ adapters: { invoiceSeller: config.invoiceSeller } }),
  routes: (routes) => invoiceRoutes(routes),
  scheduled: [
    // Well after midnight: a transaction of the month before has ended by then.
    {
      name: 'issue-invoices',
      schedule: { every: 'day', hour: 2, minute: 10 },
      run: issueDocuments,
    },
  ],
  loops: [{ name: 'files of invoices', everyMs: finishEveryMs, run: finishDocuments }],
  personalData: invoicesPersonalData,
}
