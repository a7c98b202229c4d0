import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import {
  AllowanceId,
  InstanceId as InstanceIdSchema,
  RenderJobId,
  TransactionId,
} from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Statement } from '@gridloom/contract/ledger/statement'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import {
  earnedBy,
  holdsFor,
  instanceHoldPrefixes,
  type Purpose,
  welcomeEarnedBy,
} from './ledger-accounts.ts'
import type { LedgerAccountKind, LedgerTables } from './schema.ts'

/** The kinds of ledger accounts that belong to an account; the platform's own have no owner. */
type OwnedKind = Exclude<LedgerAccountKind, `platform_${string}` | 'mission'>

/** Returns the balances of an account's ledger accounts, by kind. */
export async function selectBalances(
  db: Db,
  accountId: AccountId,
): Promise<Record<OwnedKind | 'heldForInstances', MicroUsd>> {
  const [paidPrefix, welcomePrefix] = instanceHoldPrefixes
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_accounts')
    .select([
      'kind',
      sql<number>`sum(balance_micro_usd)::bigint`.as('sum'),
      sql<number>`coalesce(sum(balance_micro_usd) filter (where starts_with(id, ${paidPrefix}) or starts_with(id, ${welcomePrefix})), 0)::bigint`.as(
        'ofInstances',
      ),
    ])
    .where('owner_account_id', '=', accountId)
    .groupBy('kind')
    .execute()
  const of = (kind: OwnedKind) => rows.find((row) => row.kind === kind)?.sum ?? 0
  return {
    available: of('available'),
    welcome: of('welcome'),
    held: of('held'),
    welcome_held: of('welcome_held'),
    earned: of('earned'),
    welcome_earned: of('welcome_earned'),
    reward: of('reward'),
    payout: of('payout'),
    debt: of('debt'),
    heldForInstances: rows.reduce((sum, row) => sum + row.ofInstances, 0),
  }
}

/** Returns transactions that touched the account, newest first. Ids sort by age. */
export async function selectStatements(
  db: Db,
  accountId: AccountId,
  { limit, offset }: { limit: number; offset: number },
): Promise<Statement[]> {
  const { rows } = await sql<StatementRow>`
    select t.id, t.kind, t.text, t.instance_id, t.render_job_id, t.allowance_id, t.created_at, moved.available, moved.held, moved.earned
    from (
      select e.transaction_id,
        coalesce(sum(e.amount_micro_usd) filter (where a.kind in ('available', 'welcome')), 0)::bigint as available,
        coalesce(sum(e.amount_micro_usd) filter (where a.kind in ('held', 'welcome_held')), 0)::bigint as held,
        coalesce(sum(e.amount_micro_usd) filter (where a.kind in ('earned', 'welcome_earned')), 0)::bigint as earned
      from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
      where e.owner_account_id = ${accountId}
      group by e.transaction_id
      order by e.transaction_id desc
      limit ${limit} offset ${offset}
    ) moved join ledger_transactions t on t.id = moved.transaction_id
    order by t.id desc`.execute(db)
  return rows.map(statementOf)
}

export async function countStatements(db: Db, accountId: AccountId): Promise<number> {
  const row = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_entries')
    .select((e) => e.fn.count<number>('transaction_id').distinct().as('total'))
    .where('owner_account_id', '=', accountId)
    .executeTakeFirst()
  return row?.total ?? 0
}

/** Returns the sum of entries that captured a hold. */
export async function sumCaptured(db: Db, purpose: Purpose): Promise<MicroUsd> {
  const row = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(sql<number>`coalesce(-sum(e.amount_micro_usd), 0)::bigint`.as('sum'))
    .where(
      'e.ledger_account_id',
      'in',
      holdsFor(purpose).map(({ id }) => id),
    )
    .where('t.kind', '=', 'capture')
    .executeTakeFirst()
  return row?.sum ?? 0
}

export interface LedgerAccountRow {
  readonly id: string
  readonly balanceMicroUsd: MicroUsd
  readonly capturedMicroUsd: MicroUsd
}

/** Returns the running balances of the holds for many instances, render jobs or spending allowances, in one query. */
export function selectHolds(db: Db, ids: readonly Purpose[]): Promise<LedgerAccountRow[]> {
  return selectAccounts(
    db,
    ids.flatMap((id) => holdsFor(id).map((account) => account.id)),
  )
}

/** Returns the running earnings of many machines, in one query. */
export function selectEarnings(db: Db, ids: readonly MachineId[]): Promise<LedgerAccountRow[]> {
  return selectAccounts(
    db,
    ids.flatMap((id) => [earnedBy(id).id, welcomeEarnedBy(id).id]),
  )
}

/** Returns the sum of entries that a machine earned by render jobs. */
export async function sumRenderEarned(db: Db, id: MachineId): Promise<MicroUsd> {
  const row = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(sql<number>`coalesce(sum(e.amount_micro_usd), 0)::bigint`.as('sum'))
    .where('e.ledger_account_id', 'in', [earnedBy(id).id, welcomeEarnedBy(id).id])
    .where('t.render_job_id', 'is not', null)
    .executeTakeFirst()
  return row?.sum ?? 0
}

async function selectAccounts(db: Db, ids: readonly string[]): Promise<LedgerAccountRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micro_usd', 'captured_micro_usd'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    balanceMicroUsd: row.balance_micro_usd ?? 0,
    capturedMicroUsd: row.captured_micro_usd,
  }))
}

interface StatementRow {
  id: string
  kind: Statement['kind']
  text: string
  instance_id: string | null
  render_job_id: string | null
  allowance_id: string | null
  created_at: Date
  available: number
  held: number
  earned: number
}

function statementOf(row: StatementRow): Statement {
  return {
    transaction_id: TransactionId.parse(row.id),
    kind: row.kind,
    text: row.text,
    instance_id: row.instance_id === null ? null : InstanceIdSchema.parse(row.instance_id),
    render_job_id: row.render_job_id === null ? null : RenderJobId.parse(row.render_job_id),
    allowance_id: row.allowance_id === null ? null : AllowanceId.parse(row.allowance_id),
    available_change_micro_usd: row.available,
    held_change_micro_usd: row.held,
    earned_change_micro_usd: row.earned,
    at: row.created_at.toISOString(),
  }
}
