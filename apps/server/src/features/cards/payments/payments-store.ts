import { CardDisputeState } from '@gridloom/contract/cards/payment'
import type { AccountId, CardPaymentId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { isTaken } from '@gridloom/domain/cards/payment-states'
import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CardTables, DisputeRow, PaymentRow, RefundRow } from '../schema.ts'

export async function insertPayment(
  tx: Tx,
  row: Insertable<CardTables['card_payments']>,
): Promise<PaymentRow> {
  return tables(tx.db)
    .insertInto('card_payments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores that a card paid for an account. */
export async function noteFingerprint(tx: Tx, row: CardTables['card_fingerprints']): Promise<void> {
  await tables(tx.db)
    .insertInto('card_fingerprints')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updatePayment(
  tx: Tx,
  id: CardPaymentId,
  set: Updateable<CardTables['card_payments']>,
): Promise<void> {
  await tables(tx.db).updateTable('card_payments').set(set).where('id', '=', id).execute()
}

export function selectPayment(db: Db, id: CardPaymentId): Promise<PaymentRow | undefined> {
  return tables(db).selectFrom('card_payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockPayment(tx: Tx, id: CardPaymentId): Promise<PaymentRow | undefined> {
  return tables(tx.db)
    .selectFrom('card_payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The payment of an intent or of a page of the processor. */
export async function findPaymentOf(
  db: Db,
  by: { column: 'intent_id' | 'session_id'; id: string },
): Promise<CardPaymentId | undefined> {
  const row = await tables(db)
    .selectFrom('card_payments')
    .select('id')
    .where(by.column, '=', by.id)
    .executeTakeFirst()
  return row?.id
}

/** What the processor keeps for us of all payments, in micro-dollars: without what it returned and what banks took. */
export async function sumKept(db: Db): Promise<MicroUsd> {
  const taken = CardDisputeState.options.filter(isTaken)
  const { rows } = await sql<{ sum: number }>`
    select (coalesce((select sum(credited_micro_usd) from card_payments), 0)
      - coalesce((select sum(micro_usd) from card_refunds where state <> 'failed'), 0)
      - coalesce((select sum(micro_usd) from card_disputes where state = any(${taken})), 0))::bigint as sum`.execute(
    db,
  )
  return rows[0]?.sum ?? 0
}

/** A payment with its refunds and disputes. */
export interface WholePayment extends PaymentRow {
  readonly refunds: readonly RefundRow[]
  readonly disputes: readonly DisputeRow[]
}

export interface PaymentsPage {
  /** `null`: of all accounts. */
  readonly accountId: AccountId | null
  readonly show: 'all' | 'attention'
  readonly page: number
  readonly pageSize: number
}

/** A page of payments, newest first, and how many there are. */
export async function selectPayments(
  db: Db,
  { accountId, show, page, pageSize }: PaymentsPage,
): Promise<{ rows: WholePayment[]; total: number }> {
  let found = tables(db).selectFrom('card_payments as p')
  if (accountId !== null) found = found.where('p.account_id', '=', accountId)
  if (show === 'attention')
    found = found.where(
      sql<boolean>`(p.state = 'held' or exists (select from card_disputes d
        where d.payment_id = p.id and d.state in ('inquiry', 'open')))`,
    )
  const rows = await found
    .selectAll('p')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { count } = await found
    .select(sql<number>`count(*)::bigint`.as('count'))
    .executeTakeFirstOrThrow()
  return { rows: await withParts(db, rows), total: count }
}

/** Adds the refunds and disputes, oldest first. */
export async function withParts(db: Db, rows: readonly PaymentRow[]): Promise<WholePayment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const refunds = await tables(db)
    .selectFrom('card_refunds')
    .selectAll()
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const disputes = await tables(db)
    .selectFrom('card_disputes')
    .selectAll()
    .where('payment_id', 'in', ids)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    refunds: refunds.filter(({ payment_id }) => payment_id === row.id),
    disputes: disputes.filter(({ payment_id }) => payment_id === row.id),
  }))
}

export async function countOpen(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<{ payments: number; refunds: number }> {
  const { payments } = await tables(db)
    .selectFrom('card_payments')
    .select(sql<number>`count(*)::bigint`.as('payments'))
    .where('account_id', 'in', accountIds)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const { refunds } = await tables(db)
    .selectFrom('card_refunds as r')
    .innerJoin('card_payments as p', 'p.id', 'r.payment_id')
    .select(sql<number>`count(*)::bigint`.as('refunds'))
    .where('p.account_id', 'in', accountIds)
    .where('r.state', 'in', ['reserved', 'sent'])
    .executeTakeFirstOrThrow()
  return { payments, refunds }
}

/** Claims open payments that nobody asked the processor about since `before`; other replicas skip them. */
export async function claimOpen(
  tx: Tx,
  { now, before, most }: { now: Date; before: Date; most: number },
): Promise<PaymentRow[]> {
  const due = tables(tx.db)
    .selectFrom('card_payments')
    .select('id')
    .where('state', '=', 'open')
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
  return tables(tx.db)
    .updateTable('card_payments')
    .set({ checked_at: now })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Notes that an event was handled; `false`: it was before. */
export async function noteEvent(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tables(tx.db)
    .insertInto('card_events')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function wasHandled(db: Db, id: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('card_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteEventsBefore(tx: Tx, before: Date): Promise<void> {
  await tables(tx.db).deleteFrom('card_events').where('received_at', '<', before).execute()
}

function tables(db: Db) {
  return db.withTables<CardTables>()
}
