import type { InvoiceSeller } from '../../invoice-seller.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { PaperMaker } from '../../platform/pdf/create-paper-maker.ts'
import type { ReputationAdapters } from '../reputation/index.ts'

/** The context of signed receipts, which are signed with the key that signs facts about machines. */
export type SignedReceiptsCtx = Ctx & Pick<ReputationAdapters, 'evidenceSigner'>

/** The context of receipts as files. */
export interface ReceiptFilesCtx extends Ctx {
  readonly papers: Pick<PaperMaker, 'make'>
  /** Whose name stands on receipts; `undefined`: the product's. */
  readonly invoiceSeller: InvoiceSeller | undefined
  readonly publicUrl: string
}

/** The context of this feature. */
export type ReceiptsCtx = SignedReceiptsCtx & ReceiptFilesCtx
