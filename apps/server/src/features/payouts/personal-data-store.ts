import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const payoutsPersonalData: PersonalData = {
  sections: [
    {
      name: 'payouts',
      tables: ['payouts'],
      rows: (
        user,
      ) => sql`select id as key, id, state, chain_id, token, symbol, address, micro_usd, fee_micro_usd,
        token_units, approvals_needed, payee, week::text, sender, nonce, tx_hash, reason, requested_at, signed_at,
        ended_at from payouts where account_id = ${user}`,
    },
    {
      name: 'payout_settings',
      tables: ['payout_settings'],
      rows: (
        user,
      ) => sql`select account_id as key, schedule, threshold_micro_usd, chain_id, token, payee, updated_at
        from payout_settings where account_id = ${user}`,
    },
    {
      name: 'payout_approvals',
      tables: ['payout_approvals'],
      rows: (user) => sql`select payout_id as key, payout_id, at from payout_approvals
        where operator_account_id = ${user}`,
    },
  ],
  deleted: { payout_settings: 'account_id' },
  kept: {
    payouts: 'they explain money records; an account with one in progress is not closed',
    payout_approvals: 'they explain money records',
  },
}
