import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const cardsPersonalData: PersonalData = {
  sections: [
    {
      name: 'card_customers',
      tables: ['card_customers'],
      rows: (user) => sql`select account_id as key, account_id, customer_id, default_card_id,
        created_at from card_customers where account_id = ${user}`,
    },
    {
      name: 'card_payments',
      tables: ['card_payments'],
      rows: (user) => sql`select id as key, id, account_id, created_by, kind, state, problem,
        micro_usd, credited_micro_usd, save_card, intent_id, card_id, created_at, credited_at
        from card_payments where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'card_refunds',
      tables: ['card_refunds'],
      rows: (
        user,
      ) => sql`select r.id as key, r.id, r.payment_id, r.created_by, r.micro_usd, r.state,
        r.processor_id, r.created_at from card_refunds r join card_payments p on p.id = r.payment_id
        where p.account_id = ${user} or r.created_by = ${user}`,
    },
    {
      name: 'card_disputes',
      tables: [],
      rows: (user) => sql`select d.id as key, d.id, d.payment_id, d.micro_usd, d.state, d.reason,
        d.opened_at from card_disputes d join card_payments p on p.id = d.payment_id
        where p.account_id = ${user}`,
    },
    {
      name: 'paying_cards',
      tables: ['card_fingerprints'],
      rows: (user) => sql`select fingerprint as key, fingerprint, first_paid_at
        from card_fingerprints where account_id = ${user}`,
    },
    {
      name: 'auto_top_ups',
      tables: ['auto_top_ups'],
      rows: (user) => sql`select account_id as key, account_id, enabled, below_micro_usd,
        add_micro_usd, month_micro_usd_max, declines, retry_at, stopped, changed_by, changed_at
        from auto_top_ups where account_id = ${user} or changed_by = ${user}`,
    },
  ],
  deleted: { card_fingerprints: 'account_id' },
  kept: {
    card_customers: 'deleted once the card processor has deleted its customer with the cards',
    card_payments: 'they explain money records',
    card_refunds: 'they explain money records',
    auto_top_ups: "a user's own are deleted; those of a company stay, with who changed them",
  },
}
