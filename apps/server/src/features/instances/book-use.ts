import { chargeBetween } from '@gridloom/domain/money'
import type { Tx } from '../../platform/ctx.ts'
import { captureUsage, type LedgerCtx } from '../ledger/index.ts'
import { updateInstance } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Writes everything that was metered and is not in the ledger yet into it, as one interval a kind. The key of an
 * interval is where it begins, which the row's lock hands out once: twice changes nothing.
 */
export async function bookUse(ctx: LedgerCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const to = row.meter_seen_at
  if (to === null || unbookedS(row) === 0) return row
  const from = row.booked_through ?? firstMoment(row, to)
  await book(ctx, tx, { row, from, to, kind: 'running' })
  await book(ctx, tx, { row, from, to, kind: 'stopped_disk' })
  return updateInstance(tx, row.id, {
    booked_running_s: row.metered_running_s,
    booked_stopped_s: row.metered_stopped_s,
    booked_through: to,
  })
}

/**
 * Where the first interval begins. That it is ready may be heard some seconds late (the connection was away), with
 * those seconds metered: the interval is never shorter than what it charges, so that the next one begins elsewhere.
 */
function firstMoment(row: InstanceRow, to: Date): Date {
  const heardMs = (row.charged_from ?? row.created_at).getTime()
  return new Date(Math.min(heardMs, to.getTime() - unbookedS(row) * 1_000))
}

/** Seconds metered and not yet booked, of both kinds. */
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
  })
}
