import type { ReceiptDays } from '@gridloom/contract/receipts/signed-receipt'
import type { SignedReceiptsCtx } from './ctx.ts'
import { selectDays } from './days-store.ts'

/** Lists the published days before a day, newest first, with the key that signs them. */
export async function listDays(
  ctx: Pick<SignedReceiptsCtx, 'db' | 'evidenceSigner'>,
  query: { before?: string | undefined; limit: number },
): Promise<ReceiptDays> {
  return { key: ctx.evidenceSigner.publicKey, days: await selectDays(ctx.db, query) }
}
