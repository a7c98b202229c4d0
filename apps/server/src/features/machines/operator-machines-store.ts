import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type MachineWithHeartbeat, machinesWithHeartbeat } from './machines-store.ts'
import type { MachineTables } from './schema.ts'

/** A machine with its owner (a user's address, or a company's name), and whether the operator vouches for it. */
export type OwnedMachine = MachineWithHeartbeat & { owner_email: string; vouched: boolean | null }

interface OperatorMachineQuery {
  /** Matched against names, ids and owners. */
  search?: string
  id?: MachineId
  limit: number
  offset: number
}

/** Returns machines of all accounts, newest first, without removed ones. */
export async function selectEveryMachine(
  db: Db,
  asked: OperatorMachineQuery,
): Promise<{ machines: OwnedMachine[]; total: number }> {
  const found = machinesWithHeartbeat(db)
    .leftJoin(owners(), (join) => join.onRef('owner.id', '=', 'machines.account_id'))
    .select(sql<string>`coalesce(owner.email, '')`.as('owner_email'))
    .select(vouched)
    .where(matches(asked))
  const counted = await sql<{ total: number }>`
    select count(*) as total from machines left join ${owners()} on owner.id = machines.account_id
    where machines.removed_at is null and ${matches(asked)}`.execute(db)
  const machines = await found
    .orderBy('machines.enrolled_at', 'desc')
    .orderBy('machines.id', 'desc')
    .limit(asked.limit)
    .offset(asked.offset)
    .execute()
  return { machines, total: counted.rows[0]?.total ?? 0 }
}

/** From rendering; `null` for a machine that cannot render. */
const vouched = sql<boolean | null>`(select r.vouched from render_machines r
  where r.machine_id = machines.id and r.capability is not null)`.as('vouched')

function owners() {
  return sql<{ id: AccountId; email: string }>`(select id, email from accounts
    union all select id, name from companies)`.as<'owner'>(sql`owner`)
}

function matches({ search, id }: OperatorMachineQuery) {
  if (id !== undefined) return sql<boolean>`machines.id = ${id}`
  if (search === undefined || search === '') return sql<boolean>`true`
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(machines.name ilike ${like} or machines.id = ${search} or owner.email ilike ${like}
    or owner.id = ${search})`
}

/** Returns an account's listed machines, in the order in which they must be locked. */
export async function listListedOf({ db }: Tx, accountId: AccountId): Promise<MachineId[]> {
  const rows = await db
    .withTables<MachineTables>()
    .selectFrom('machines')
    .select('id')
    .where('account_id', '=', accountId)
    .where('listed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
