import type { ReceiptDays } from '@gridloom/contract/receipts/signed-receipt'
import { explorerUrl } from '../../platform/chains/explorer-url.ts'
import { selectDays } from './days-store.ts'
import { selectWritten } from './on-chain/day-transactions-store.ts'
import type { OnChainCtx } from './on-chain/receipts-chain.ts'

/** Lists the published days before a day, newest first, with the key that signs them. */
export async function listDays(
  ctx: Pick<OnChainCtx, 'db' | 'evidenceSigner' | 'chains'>,
  query: { before?: string | undefined; limit: number },
): Promise<ReceiptDays> {
  const days = await selectDays(ctx.db, query)
  const written = new Map(
    (await selectWritten(ctx.db, days)).map(({ day, ...transaction }) => [day, transaction]),
  )
  return {
    key: ctx.evidenceSigner.publicKey,
    days: days.map((day) => {
      const found = written.get(day.day)
      if (found === undefined) return { ...day, transaction: null }
      const chain = ctx.chains.get(found.chain_id)?.chain
      const url = chain === undefined ? null : explorerUrl(chain, found.hash)
      return { ...day, transaction: { ...found, explorer_url: url } }
    }),
  }
}
