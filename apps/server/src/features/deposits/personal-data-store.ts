import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

const why = 'money that arrives later must find its account; deposits explain money records'

export const depositsPersonalData: PersonalData = {
  sections: [
    {
      name: 'deposit_addresses',
      tables: ['deposit_addresses'],
      rows: (user) => sql`select chain_id || ' ' || address as key, chain_id, address, created_at
        from deposit_addresses where account_id = ${user}`,
    },
    {
      name: 'deposits',
      tables: ['deposits'],
      rows: (user) => sql`select id as key, id, chain_id, tx_hash as "transaction",
        token as currency, address, quote, from_address,
        block_height, amount, state, rejection, credited_micro_usd, seen_at, credited_at
        from deposits where account_id = ${user}`,
    },
    {
      name: 'coin_quotes',
      tables: ['coin_quotes'],
      rows: (user) => sql`select id as key, id, chain_id, code, contract, payer, amount, micro_usd,
        price_micro_usd, market_price_micro_usd, price_at, created_at, expires_at
        from coin_quotes where account_id = ${user}`,
    },
    {
      name: 'gasless_payments',
      tables: ['gasless_payments'],
      rows: (
        user,
      ) => sql`select id as key, id, chain_id, token as currency, method, payer, address, relayer,
        amount, nonce, valid_until, signature, state, tx_hash as "transaction", reason, created_at,
        signed_at, settled_at from gasless_payments where account_id = ${user}`,
    },
  ],
  kept: { deposit_addresses: why, deposits: why, coin_quotes: why, gasless_payments: why },
}
