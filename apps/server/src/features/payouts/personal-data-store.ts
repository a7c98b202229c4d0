import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const payoutsPersonalData: PersonalData = {
  sections: [
    {
      name: 'payouts',
      tables: ['payouts'],
      rows: (
        user,
      ) => sql`select id as key, id, state, method, chain_id, token, symbol, address, iban, bic, holder, micro_usd,
        fee_micro_usd, token_units, file_number, stripe_account, transfer_attempt, transfer_id, approvals_needed, payee, week::text, sender, nonce, batch_id, batch_index, tx_hash, reason, requested_at, signed_at,
        ended_at from payouts where account_id = ${user}`,
    },
    {
      name: 'payout_settings',
      tables: ['payout_settings'],
      rows: (
        user,
      ) => sql`select account_id as key, schedule, threshold_micro_usd, chain_id, token, to_bank, to_stripe, payee, updated_at
        from payout_settings where account_id = ${user}`,
    },
    {
      name: 'bank_accounts',
      tables: ['bank_accounts'],
      rows: (
        user,
      ) => sql`select id as key, id, iban, bic, holder, requested_at, effective_at, cancelled_at, removed_at
        from bank_accounts where account_id = ${user}`,
    },
    {
      name: 'stripe_accounts',
      tables: ['stripe_accounts'],
      rows: (
        user,
      ) => sql`select id as key, id, country, stripe_id, state, disabled_reason, destination, effective_at, requested_at, checked_at,
        removed_at from stripe_accounts where account_id = ${user}`,
    },
    {
      name: 'payout_files',
      tables: ['payout_files'],
      rows: (user) => sql`select number::text as key, number, created_at, micro_usd, executed_at
        from payout_files where created_by = ${user}`,
    },
    {
      name: 'payout_approvals',
      tables: ['payout_approvals'],
      rows: (user) => sql`select payout_id as key, payout_id, at from payout_approvals
        where operator_account_id = ${user}`,
    },
  ],
  deleted: {
    payout_settings: 'account_id',
    bank_accounts: 'account_id',
    stripe_accounts: 'account_id',
  },
  kept: {
    payouts: 'they explain money records; an account with one in progress is not closed',
    payout_approvals: 'they explain money records',
    payout_files: 'they explain money records: what the operator’s bank was told to pay',
  },
}
