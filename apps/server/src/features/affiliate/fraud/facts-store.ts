import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import type { Identity, ReferralFacts } from '@gridloom/domain/affiliate/fraud'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** A referral with what is known of it alone. */
export type ReferralToReview = ReferralFacts & { id: ReferralId; referred: AccountId }

/** Returns the newest referrals of an affiliate that count or are held, or one of them. */
export async function selectToReview(
  db: Db,
  { affiliate, only, limit }: { affiliate: AccountId; only?: ReferralId; limit: number },
): Promise<ReferralToReview[]> {
  const { rows } = await sql<ReferralToReview>`
    select r.id, r.referred_account_id as referred, r.joined_at as "joinedAt",
      r.network_clicks as "networkClicks", r.day_clicks as "dayClicks", r.even_clicks as "evenClicks",
      (select count(*)::int from card_disputes d join card_payments p on p.id = d.payment_id
        where p.account_id = r.referred_account_id and d.state in ('open', 'lost')) as disputes
    from affiliate_referrals r
    where r.account_id = ${affiliate} and r.joined_at is not null and r.state <> 'rejected'
      and ${only === undefined ? sql`true` : sql`r.id = ${only}`}
    order by r.number desc limit ${limit}`.execute(db)
  return rows
}

type Known = Identity & { account: AccountId }

/** A wallet that paid for more accounts than this belongs to an exchange, not to a person. */
const payersMax = 3

/** Returns what accounts pay, are paid, sign in and are invoiced with. */
export async function selectIdentities(db: Db, accounts: readonly AccountId[]): Promise<Known[]> {
  const ids = [...accounts]
  const { rows } = await sql<Known>`
    select account_id as account, 'card' as kind, fingerprint as value
      from card_fingerprints where account_id = any(${ids}::text[])
    union select account_id, 'payout_address', address
      from payout_addresses where account_id = any(${ids}::text[])
    union select account_id, 'bank_account', iban
      from bank_accounts where account_id = any(${ids}::text[])
    union select account_id, 'ssh_key', fingerprint
      from ssh_keys where account_id = any(${ids}::text[])
    union select account_id, 'vat_id', vat_id
      from billing_details where account_id = any(${ids}::text[]) and vat_id <> ''
    union select d.account_id, 'paying_wallet', d.from_address
      from deposits d where d.account_id = any(${ids}::text[]) and d.state = 'credited'
        and (select count(distinct o.account_id) from deposits o
          where o.from_address = d.from_address) <= ${payersMax}`.execute(db)
  return rows
}

/** Returns the users and companies that each account has to do with, itself included. */
export async function selectParties(db: Db, accounts: readonly AccountId[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    with persons as (
      select id as side, id from unnest(${[...accounts]}::text[]) as given (id)
      union select company_id, account_id from company_members
        where company_id = any(${[...accounts]}::text[]))
    select side as account, 'party' as kind, id as value from persons
    union select p.side, 'party', m.company_id
      from company_members m join persons p on p.id = m.account_id`.execute(db)
  return rows
}

/** Returns verified email addresses: of accounts, or of the members of a company. */
export async function selectEmails(
  db: Db,
  accounts: readonly AccountId[],
): Promise<{ account: AccountId; email: string }[]> {
  const { rows } = await sql<{ account: AccountId; email: string }>`
    select id as account, email from accounts
      where id = any(${[...accounts]}::text[]) and email_verified_at is not null and closed_at is null
    union select m.company_id, a.email from company_members m join accounts a on a.id = m.account_id
      where m.company_id = any(${[...accounts]}::text[]) and a.email_verified_at is not null
        and a.closed_at is null`.execute(db)
  return rows
}

/** Returns the addresses that accounts signed in from since a time. */
export async function selectAddresses(
  db: Db,
  { accounts, since }: { accounts: readonly AccountId[]; since: Date },
): Promise<{ account: AccountId; address: string }[]> {
  const { rows } = await sql<{ account: AccountId; address: string }>`
    select distinct account_id as account, address from sessions
    where account_id = any(${[...accounts]}::text[]) and created_at >= ${since}
      and address is not null`.execute(db)
  return rows
}
