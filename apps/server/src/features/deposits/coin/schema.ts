import type { AccountId, CoinQuoteId } from '@gridloom/contract/core/ids'
import type { Selectable } from 'kysely'

/** The table of `migrations/0235-coin-quotes.sql`. A type, as Kysely requires. */
export type CoinTables = {
  coin_quotes: {
    id: CoinQuoteId
    account_id: AccountId
    chain_id: number
    /** What the payment names on the chain. */
    code: string
    contract: string
    payer: string
    /** In the smallest unit of the coin, as decimal digits. */
    amount: string
    micro_usd: number
    price_micro_usd: number
    market_price_micro_usd: number
    price_at: Date
    created_at: Date
    expires_at: Date
  }
}
export type CoinQuoteRow = Selectable<CoinTables['coin_quotes']>
