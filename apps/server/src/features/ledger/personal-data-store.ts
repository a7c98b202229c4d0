import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const ledgerPersonalData: PersonalData = {
  sections: [
    {
      name: 'balances',
      tables: ['ledger_accounts'],
      rows: (user) => sql`select id as key, id, kind, balance_micro_usd, captured_micro_usd
      from ledger_accounts where owner_account_id = ${user}`,
    },
    {
      name: 'statements',
      tables: ['ledger_entries', 'ledger_lines'],
      rows: (
        user,
      ) => sql`select t.id || ' ' || e.ledger_account_id as key, t.id, t.kind, t.text, t.instance_id,
      t.render_job_id, t.allowance_id, t.volume_id, t.reservation_id, t.created_at, e.ledger_account_id, e.amount_micro_usd
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.owner_account_id = ${user}`,
    },
    {
      name: 'receipts',
      tables: [],
      rows: (
        user,
      ) => sql`select u.key, u.key as interval, u.instance_id, u.kind, u.from_at, u.to_at, u.seconds,
      u.micro_usd_per_hour, u.micro_usd, u.transaction_id
      from usage_intervals u join instances i on i.id = u.instance_id where i.account_id = ${user}`,
    },
    {
      name: 'service_credits',
      tables: [],
      rows: (user) => sql`select c.key, c.instance_id, c.reason, c.at, c.seconds, c.percent,
      c.owed_micro_usd, c.paid_micro_usd + c.paid_welcome_micro_usd as paid_micro_usd
      from service_credits c join instances i on i.id = c.instance_id where i.account_id = ${user}`,
    },
    {
      name: 'statement_by_day',
      tables: ['ledger_rollups'],
      rows: (
        user,
      ) => sql`select ledger_account_id || ' ' || period || ' ' || kind || ' ' || product as key, period, kind,
      product, ledger_account_id, transactions, available_micro_usd, held_micro_usd, earned_micro_usd, fee_micro_usd
      from ledger_rollups where owner_account_id = ${user} and span = 'day'`,
    },
    {
      name: 'spend_by_day',
      tables: ['spend_days'],
      rows: (user) => sql`select spent_on || ' ' || day as key, spent_on, day::text, account_id,
      api_key_id, micro_usd from spend_days where account_id = ${user} or user_id = ${user}`,
    },
  ],
  kept: {
    ledger_accounts: 'money records, which are never changed',
    ledger_entries: 'money records, which are never changed',
    ledger_lines: 'a view of money records',
    ledger_rollups: 'sums of money records',
    spend_days: 'sums of money records',
  },
}
