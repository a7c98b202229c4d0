import { decideCoinPayment } from '@gridloom/domain/deposits/decide-coin-payment'
import type { DepositDecision } from '@gridloom/domain/deposits/decide-deposit'
import type { Tx } from '../../../platform/ctx.ts'
import type { WatchCtx } from '../ctx.ts'
import { selectCreditedQuotes } from '../deposits-store.ts'
import type { DepositRow } from '../schema.ts'
import { lockQuotes } from './quotes-store.ts'
import type { CoinQuoteRow } from './schema.ts'

type CoinDecider = (row: DepositRow, code: string, isAccountClosed: boolean) => DepositDecision

/**
 * Locks the quotes that locked deposits name until the transaction ends. The result decides about one deposit after the
 * other: the first that is credited uses its quote, also for those that follow.
 */
export async function coinDecider(
  ctx: WatchCtx,
  tx: Tx,
  rows: readonly DepositRow[],
): Promise<CoinDecider> {
  const codes = [...new Set(rows.flatMap(({ quote }) => quote ?? []))]
  const quotes = await lockQuotes(tx, codes)
  const used = codes.length === 0 ? new Set<string>() : await selectCreditedQuotes(tx, codes)
  return (row, code, isAccountClosed) => {
    const decision = decideCoinPayment({
      ...{ chainId: row.chain_id, payer: row.from_address, amount: BigInt(row.amount) },
      ...{ quote: termsOf(quotes.get(code)), isUsed: used.has(code), isAccountClosed },
      minimumMicroUsd: minimumOn(ctx, row.chain_id),
    })
    if ('microUsd' in decision) used.add(code)
    return decision
  }
}

function termsOf(row: CoinQuoteRow | undefined) {
  if (row === undefined) return undefined
  return {
    ...{ chainId: row.chain_id, payer: row.payer, amount: BigInt(row.amount) },
    priceMicroUsd: row.price_micro_usd,
  }
}

function minimumOn({ deposits }: WatchCtx, chainId: number): number {
  const parts = deposits.chains.find(({ config }) => config.chain.id === chainId)
  return parts?.config.minimumMicroUsd ?? 0
}
