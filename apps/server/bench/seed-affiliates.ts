import { randomBytes } from 'node:crypto'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database/connect.ts'
import { ulid } from '../src/platform/ids.ts'

/** How much is stored. */
export interface SeedSizes {
  /** Accounts with a referral link. */
  readonly affiliates: number
  /** Accounts that were referred by them. */
  readonly referrals: number
  readonly clicks: number
  /** Accounts of one tree of referrals, whose top one is the first. */
  readonly tree: number
  /** Charges of the accounts of the tree, in 90 days. */
  readonly charges: number
}

/** The ids of what was stored. */
export interface SeededAffiliates {
  readonly affiliates: readonly AccountId[]
  readonly tree: readonly AccountId[]
}

const dayMs = 86_400_000
const tables = [
  ...['accounts', 'card_fingerprints', 'ssh_keys', 'sessions', 'affiliate_referrals'],
  ...['affiliate_clicks', 'ledger_accounts', 'ledger_transactions', 'ledger_entries'],
]
const rowsAtOnce = 10_000
const providersOf = 300
/** A rental is charged by the minute; this many follow each other. */
const chargesOfRental = 25

/**
 * Stores affiliates with referrals and clicks, and a tree of accounts that rented of 300 providers, a third of them in
 * the tree. Triggers are off: their work is not what is measured.
 */
export async function seedAffiliates(
  db: Db,
  now: Date,
  sizes: SeedSizes,
): Promise<SeededAffiliates> {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, n) => accountId(now.getTime() - 120 * dayMs + n))
  const tree = ids(sizes.tree)
  const affiliates = ids(sizes.affiliates)
  const referred = ids(sizes.referrals)
  const outside = ids(Math.floor((providersOf * 2) / 3))
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`set statement_timeout = 0`.execute(one)
    for (const some of inPieces([...tree, ...affiliates, ...referred, ...outside]))
      await insertAccounts(one, some, now)
    await insertReferrals(
      one,
      tree.slice(1).map((id, n) => ({ id, by: tree[Math.floor(n / 7)] ?? id })),
      now,
    )
    await insertReferrals(
      one,
      referred.map((id, n) => ({ id, by: affiliates[affiliateOf(n, sizes)] ?? id })),
      now,
    )
    await insertClicks(one, affiliates, { now, clicks: sizes.clicks })
    const providers = [...outside, ...tree.slice(0, providersOf - outside.length)]
    await insertCharges(one, { payers: tree, providers, charges: sizes.charges, now })
    await sql`set session_replication_role = origin`.execute(one)
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
  return { affiliates, tree }
}

/** The first affiliate has 2,000 referrals, the others share the rest. */
function affiliateOf(n: number, { affiliates }: SeedSizes): number {
  return n < 2_000 ? 0 : 1 + (n % (affiliates - 1))
}

/** Named cast: it has the form of an id. */
function accountId(timeMs: number): AccountId {
  return `acc_${ulid(timeMs, randomBytes(10))}` as AccountId
}

function* inPieces<T>(all: readonly T[], size = rowsAtOnce): Iterable<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

async function insertAccounts(db: Db, ids: readonly AccountId[], now: Date): Promise<void> {
  await sql`insert into accounts (id, email, email_key, username, role, access_granted_at, created_at, email_verified_at)
    select id, id || '@example.com', id || '@example.com', 'user', 'user', ${now}, ${now}, ${now}
    from unnest(${[...ids]}::text[]) as given (id)`.execute(db)
  await sql`insert into card_fingerprints (account_id, fingerprint, first_paid_at)
    select id, id, ${now} from unnest(${[...ids]}::text[]) as given (id)`.execute(db)
  await sql`insert into ssh_keys (id, account_id, name, type, bits, fingerprint, public_key, created_at)
    select id, id, '', 'ssh-ed25519', 256, id, 'x', ${now} from unnest(${[...ids]}::text[]) as given (id)`.execute(
    db,
  )
  await sql`insert into sessions (id, account_id, created_at, expires_at, last_seen_at, address)
    select id || nth, id, ${now}, ${now}, ${now}, '10.' || nth || '.' || (n % 250) || '.1'
    from unnest(${[...ids]}::text[]) with ordinality as given (id, n), generate_series(1, 2) as nth`.execute(
    db,
  )
}

async function insertReferrals(
  db: Db,
  referrals: readonly { id: AccountId; by: AccountId }[],
  now: Date,
): Promise<void> {
  for (const some of inPieces(referrals))
    await sql`insert into affiliate_referrals (id, referred_account_id, account_id, by, page, campaign, sub_id, source,
        created_at, joined_at, number)
      select 'ref' || id, id, by, 'code', '', '', '', '', ${now}, ${now}::timestamptz - (n % 60) * interval '1 day', n
      from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ by }) => by)}::text[])
        with ordinality as given (id, by, n)`.execute(db)
}

/** Clicks of a month, of ten sources; each affiliate has as many. */
async function insertClicks(
  db: Db,
  affiliates: readonly AccountId[],
  { now, clicks }: { now: Date; clicks: number },
): Promise<void> {
  const each = Math.ceil(clicks / affiliates.length)
  for (const some of inPieces(affiliates, 250))
    await sql`insert into affiliate_clicks (id, account_id, at, page, campaign, sub_id, source, again, visitor_hash)
      select 'clk' || id || nth, id, ${now}::timestamptz - random() * interval '30 days', '/', '', '',
        'site-' || (nth % 10) || '.example', random() < 0.1, null
      from unnest(${[...some]}::text[]) as given (id), generate_series(1, ${each}::int) as nth`.execute(
      db,
    )
}

interface ChargesToStore {
  readonly payers: readonly AccountId[]
  readonly providers: readonly AccountId[]
  readonly charges: number
  readonly now: Date
}

async function insertCharges(
  db: Db,
  { payers, providers, charges, now }: ChargesToStore,
): Promise<void> {
  const owners = [...payers, ...providers.filter((id) => !payers.includes(id))]
  await sql`insert into ledger_accounts (id, kind, owner_account_id, balance_micro_usd, fee_basis_points)
    select kind || ':' || id, kind, id, 1000000000, case kind when 'held' then 1000 end
    from unnest(${owners}::text[]) as given (id), unnest(array['held', 'earned']) as kinds (kind)
    on conflict do nothing`.execute(db)
  const random = randomFrom(7)
  let rental = { payer: '', provider: '', atMs: 0 }
  const all = Array.from({ length: charges }, (_, n) => {
    if (n % chargesOfRental === 0)
      rental = {
        payer: payers[Math.floor(random() * payers.length)] ?? '',
        provider: providers[Math.floor(random() * providers.length)] ?? '',
        atMs: now.getTime() - Math.floor(random() * 89 * dayMs),
      }
    const atMs = rental.atMs + (n % chargesOfRental) * 60_000
    return { ...rental, atMs, id: `trx_${ulid(atMs, randomBytes(10))}` }
  })
  for (const some of inPieces(all)) {
    await sql`insert into ledger_transactions (id, idempotency_key, kind, text, instance_id, created_at)
      select id, id, 'capture', 'Running', 'ins', to_timestamp(at / 1000.0)
      from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ atMs }) => atMs)}::bigint[]) as given (id, at)`.execute(
      db,
    )
    await sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd, owner_account_id)
      select id, account, amount, owner
      from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ payer }) => payer)}::text[],
          ${some.map(({ provider }) => provider)}::text[]) as given (id, payer, provider),
        lateral (values ('held:' || payer, -10000, payer), ('earned:' || provider, 9000, provider),
          ('platform_fees', 1000, null)) as entries (account, amount, owner)`.execute(db)
  }
}

/** Random numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
