import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** A subject whose record is off, in micro-dollars. */
interface Off {
  readonly subject: string
  readonly off: number
}

/** Takes the lock of the ledger check until the transaction ends. Returns whether no other check holds it. */
export async function tryLockCheck(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('reconcile-ledger', 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

export async function countChains(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from receipt_chains`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Receipts' chains whose amount is not that of the usage intervals with a record, or whose end is not the last record.
 * Intervals that wait for their record are not part of it yet.
 */
export async function selectWrongChains(db: Db, limit: number): Promise<Off[]> {
  return offOf(
    db,
    sql`select coalesce(c.instance_id, u.instance_id) as subject,
        (coalesce(c.micro_usd, 0) - coalesce(u.micro_usd, 0))::bigint as off
      from receipt_chains c
        full join (
          select i.instance_id, sum(i.micro_usd) as micro_usd from usage_intervals i
          where not exists (select from receipt_records_due d where d.key = i.key and d.kind = 'interval')
          group by i.instance_id) u on u.instance_id = c.instance_id
        left join receipt_records r on r.instance_id = c.instance_id and r.number = c.last_number
      where coalesce(c.micro_usd, 0) <> coalesce(u.micro_usd, 0) or r.hash is distinct from c.last_hash
        or exists (select from receipt_records n
          where n.instance_id = c.instance_id and n.number = c.last_number + 1)
      limit ${limit}`,
  )
}

/** Chains whose records do not add up to them. */
export async function selectWrongRecords(db: Db, limit: number): Promise<Off[]> {
  return offOf(
    db,
    sql`select c.instance_id as subject,
        (coalesce(sum(r.micro_usd) filter (where r.kind <> 'credit'), 0) - c.micro_usd)::bigint as off
      from receipt_chains c left join receipt_records r on r.instance_id = c.instance_id
      group by c.instance_id
      having coalesce(sum(r.micro_usd) filter (where r.kind <> 'credit'), 0) <> c.micro_usd
        or coalesce(sum(r.micro_usd) filter (where r.kind = 'credit'), 0) <> c.credited_micro_usd
        or count(r.number) <> c.last_number
      limit ${limit}`,
  )
}

/** Returns what the ledger says is in each place outside, by source. */
export async function sumOutside(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; held: number }>`
    select substr(e.ledger_account_id, length('platform_assets:') + 1) as source,
      (-sum(e.amount_micro_usd))::bigint as held
    from ledger_accounts a join ledger_entries e on e.ledger_account_id = a.id
    where a.kind = 'platform_assets'
    group by e.ledger_account_id`.execute(db)
  return new Map(rows.map(({ source, held }) => [source, held]))
}

async function offOf(db: Db, query: RawBuilder<unknown>): Promise<Off[]> {
  const { rows } = await sql<Off>`${query}`.execute(db)
  return rows
}
