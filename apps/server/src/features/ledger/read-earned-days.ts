import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Db } from '../../platform/database/connect.ts'
import { selectEarnedDays } from './earned-days-store.ts'

const dayMs = 86_400_000
const daysShown = 30

/** Returns each machine's net earnings on the last 30 days (UTC), oldest first and today last, in one query. */
export async function readEarnedDays(
  db: Db,
  ids: readonly MachineId[],
  now: Date,
): Promise<Map<MachineId, MicroUsd[]>> {
  const today = now.getTime() - (now.getTime() % dayMs)
  const days = Array.from(
    { length: daysShown },
    (_, at) => new Date(today - (daysShown - 1 - at) * dayMs),
  )
  const [since = now] = days
  const rows = await selectEarnedDays(db, ids, since)
  const earned = new Map(rows.map((row) => [`${row.machineId} ${row.day}`, row.earned]))
  return new Map(
    ids.map((id) => [
      id,
      days.map((day) => earned.get(`${id} ${day.toISOString().slice(0, 10)}`) ?? 0),
    ]),
  )
}
