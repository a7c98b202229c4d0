import type { InvoiceSeller } from '../../invoice-seller.ts'
import type { PaperMaker } from '../../platform/pdf/create-paper-maker.ts'
import type { VatChecksCtx } from '../vat-checks/index.ts'

/** The context of this feature. */
export interface InvoicesCtx extends VatChecksCtx {
  /** Who issues invoices; `undefined`: none are issued. */
  readonly invoiceSeller: InvoiceSeller | undefined
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
  readonly papers: Pick<PaperMaker, 'make'>
}
