import { chargeBetween } from '@gridloom/domain/money'
import type { Tx } from '../../platform/ctx.ts'
import { captureUsage, type LedgerCtx } from '../ledger/index.ts'
import { updateInstance } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Books all metered use that is not in the ledger yet, as one interval of each kind. An interval's key is its start,
 * and the row's lock lets each start be used once, so booking twice changes nothing.
 */
export async function bookUse(ctx: LedgerCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const to = row.meter_seen_at
  if (to === null || unbookedS(row) === 0) return row
  const from = row.booked_through ?? firstIntervalFrom(row, to)
  await book(ctx, tx, { row, from, to, kind: 'running' })
  await book(ctx, tx, { row, from, to, kind: 'stopped_disk' })
  return updateInstance(tx, row.id, {
    booked_running_s: row.metered_running_s,
    booked_stopped_s: row.metered_stopped_s,
    booked_through: to,
  })
}

/**
 * Returns the start of the first interval. The report of readiness may arrive some seconds late (the connection was
 * down), with those seconds metered: the interval is never shorter than the seconds it charges, so the next one starts
 * later.
 */
function firstIntervalFrom(row: InstanceRow, to: Date): Date {
  const chargedFromMs = (row.charged_from ?? row.created_at).getTime()
  return new Date(Math.min(chargedFromMs, to.getTime() - unbookedS(row) * 1_000))
}

/** Returns the seconds that are metered and not yet booked, of both kinds. */
export function unbookedS(row: InstanceRow): number {
  return (
    row.metered_running_s - row.booked_running_s + (row.metered_stopped_s - row.booked_stopped_s)
  )
}

interface Interval {
  row: InstanceRow
  from: Date
  to: Date
  kind: 'running' | 'stopped_disk'
}

async function book(ctx: LedgerCtx, tx: Tx, { row, from, to, kind }: Interval): Promise<void> {
  const running = kind === 'running'
  const fromS = running ? row.booked_running_s : row.booked_stopped_s
  const toS = running ? row.metered_running_s : row.metered_stopped_s
  const microUsdPerHour = running ? row.running_micro_usd_per_hour : row.stopped_micro_usd_per_hour
  if (toS === fromS) return
  await captureUsage(ctx, tx, {
    instanceId: row.id,
    machineId: row.machine_id,
    providerAccountId: row.provider_account_id,
    kind,
    from,
    to,
    seconds: toS - fromS,
    microUsdPerHour,
    microUsd: chargeBetween(microUsdPerHour, fromS, toS),
    key: `${row.id}:${kind}:${fromS}`,
    count: row.meter_count,
  })
}
