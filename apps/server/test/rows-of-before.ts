import { sql } from 'kysely'
import type { Db } from '../src/platform/database/connect.ts'

const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`

/** Ids of the rows that {@link writeRowsOfBefore} writes. */
export const before = {
  renter: id('acc', 1),
  provider: id('acc', 2),
  session: id('ses', 1),
  endedSession: id('ses', 2),
  machine: id('mch', 1),
  instance: id('ins', 1),
  /** Ordered and never charged. */
  unused: id('ins', 2),
  /** SHA-256 in hex, as codes are stored. */
  codeHashes: ['a'.repeat(64), `${'0123456789abcdef'.repeat(4)}`],
} as const

/**
 * Rows as an installation wrote them while 0040 was the last migration: a renter and a provider, sessions, two
 * access codes, a machine with an offer and a rental, and an instance that was charged around midnight (UTC).
 */
export async function writeRowsOfBefore(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeAccounts(trx)
    await writeMachine(trx)
    await writeInstances(trx)
  })
  await post(db, 'starting_credit', { platform_credit: -5_000_000, [available]: 5_000_000 })
  await post(db, 'hold', { [available]: -900_000, [held]: 900_000 })
  await charge(db, { key: 'first', from: '2026-03-01T23:58:00Z', seconds: 60, microUsd: 1_000 })
  await charge(db, { key: 'second', from: '2026-03-01T23:59:59Z', seconds: 2, microUsd: 40 })
  await charge(db, { key: 'third', from: '2026-03-02T00:00:01Z', seconds: 600, microUsd: 10_000 })
  await charge(db, { key: 'free', from: '2026-03-03T00:00:00Z', seconds: 5, microUsd: 0 })
}

const available = `available:${before.renter}`
const held = `held:${before.instance}`
const earned = `earned:${before.machine}`

interface Charge {
  key: string
  from: string
  seconds: number
  microUsd: number
}

/** Writes a charge for an instance, as the product's capture does: a tenth is the platform's. */
export async function charge(db: Db, { key, from, seconds, microUsd }: Charge): Promise<void> {
  const fee = microUsd / 10
  const postings = { [held]: -microUsd, [earned]: microUsd - fee, platform_fees: fee }
  const transaction = microUsd === 0 ? null : await post(db, 'capture', postings, key)
  await sql`insert into usage_intervals
      (key, instance_id, kind, from_at, to_at, seconds, micro_usd_per_hour, micro_usd, transaction_id)
    values (${key}, ${before.instance}, 'running', ${from}::timestamptz,
      ${from}::timestamptz + ${seconds} * interval '1 second', ${seconds}, 60000, ${microUsd}, ${transaction})`.execute(
    db,
  )
}

let posted = 0

/** Writes one balanced transaction of the ledger; returns its id. */
export async function post(
  db: Db,
  kind: string,
  amounts: Readonly<Record<string, number>>,
  key = kind,
): Promise<string> {
  posted += 1
  const transaction = id('trx', posted)
  const instance = kind === 'hold' || kind === 'capture' ? before.instance : null
  await db.transaction().execute(async (trx) => {
    await sql`insert into ledger_transactions (id, idempotency_key, kind, text, instance_id, created_at)
      values (${transaction}, ${key}, ${kind}, ${kind}, ${instance}, '2026-03-01')`.execute(trx)
    for (const [account, amount] of Object.entries(amounts)) {
      await sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_micro_usd)
        values (${transaction}, ${account}, ${amount})`.execute(trx)
    }
  })
  return transaction
}

async function writeAccounts(db: Db): Promise<void> {
  await sql`insert into accounts (id, email, email_key, username, password_hash, role, access_granted_at, created_at)
    values (${before.renter}, 'Ren@Example.com', 'ren@example.com', 'ren', 'argon', 'user', '2026-01-02', '2026-01-01'),
      (${before.provider}, 'pro@example.com', 'pro@example.com', 'pro', 'argon', 'operator', null, '2026-02-01')`.execute(
    db,
  )
  await sql`insert into sessions (id, account_id, created_at, expires_at, ended_at)
    values (${before.session}, ${before.renter}, '2026-02-10', '2026-03-10', null),
      (${before.endedSession}, ${before.renter}, '2026-01-10', '2026-02-10', '2026-01-11')`.execute(
    db,
  )
  await sql`insert into tokens (hash, session_id, issued_at, expires_at)
    values ('token', ${before.session}, '2026-02-10', '2026-03-10')`.execute(db)
  await sql`insert into access_codes (hash, label, uses, created_at)
    values (${before.codeHashes[0]}, 'first', 3, '2026-01-01'), (${before.codeHashes[1]}, 'second', 0, '2026-01-01')`.execute(
    db,
  )
  await sql`update operator_settings set starting_credit_micro_usd = 7`.execute(db)
  await sql`insert into ledger_accounts (id, kind, owner_account_id, balance_micro_usd) values
    (${available}, 'available', ${before.renter}, 0), (${held}, 'held', ${before.renter}, 0),
    (${earned}, 'earned', ${before.provider}, 0)`.execute(db)
}

async function writeMachine(db: Db): Promise<void> {
  await sql`insert into machines (id, account_id, name, listed, status, gpu_slot_micro_usd_per_hour,
      cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
      stopped_disk_gb_micro_usd_per_hour, enrolled_at)
    values (${before.machine}, ${before.provider}, 'box', true, 'online', 1, 1, 1, 1, 1, '2026-02-01')`.execute(
    db,
  )
  await sql`insert into machine_pulses (machine_id, last_heard_at) values (${before.machine}, '2026-03-01')`.execute(
    db,
  )
}

async function writeInstances(db: Db): Promise<void> {
  for (const instance of [before.instance, before.unused]) {
    await sql`insert into instances (id, account_id, provider_account_id, machine_id, offer_id, label, state, desired,
        template, slots, gpu_uuids, vcpus, memory_mib, disk_gb, running_micro_usd_per_hour,
        stopped_micro_usd_per_hour, created_at)
      values (${instance}, ${before.renter}, ${before.provider}, ${before.machine}, ${id('ofr', 1)}, 'one', 'running',
        'running', '{}', 1, '[]', 1, 1024, 1, 60000, 6000, '2026-03-01')`.execute(db)
  }
}
