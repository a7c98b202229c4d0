import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { earnedBy, welcomeEarnedBy } from './ledger-accounts.ts'

/** The earnings of a machine on one UTC day, after the platform fee and the credits that it paid back. */
export interface EarnedDay {
  readonly machineId: MachineId
  /** As `2026-11-21`. */
  readonly day: string
  readonly earned: MicroUsd
}

/** Returns the days since a time on which machines earned or paid back, welcome credit included, in one query. */
export async function selectEarnedDays(
  db: Db,
  ids: readonly MachineId[],
  since: Date,
): Promise<EarnedDay[]> {
  if (ids.length === 0) return []
  const accounts = ids.flatMap((id) => [earnedBy(id).id, welcomeEarnedBy(id).id])
  const { rows } = await sql<EarnedDay>`
    select split_part(ledger_account_id, ':', 2) as "machineId", to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(earned_micro_usd)::bigint as earned
    from ledger_rollups
    where ledger_account_id = any(${accounts}) and span = 'day' and period >= ${since}
      and (line = 'earning' or kind = 'service_credit')
    group by 1, period`.execute(db)
  return rows
}
