import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { publishNotice } from '../notices/index.ts'
import { findAlertSettings } from './alert-settings-store.ts'
import { alertText } from './alert-text.ts'
import {
  deleteAlertsEndedBefore,
  listWatched,
  lockAlerts,
  putAlerts,
  type WatchedMachine,
} from './alerts-store.ts'
import type { MonitoringCtx } from './ctx.ts'
import { gpuAlert } from './gpu-alert-event.ts'
import { listMinutes } from './minutes-store.ts'
import { nextAlerts } from './next-alerts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Longer than the longest time between two notices, which the alert's row remembers. */
const keptMs = 8 * 24 * hourMs
/** Machines that are read at once. */
const batch = 100

/**
 * Begins and ends alerts of GPUs by the samples of the last hour, and notifies providers, at most once per GPU and kind
 * within the time they chose. Run it every minute or so, on any number of replicas.
 */
export async function checkAlerts(ctx: MonitoringCtx, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - 3 * minuteMs)
  let after: MachineId | '' = ''
  for (;;) {
    const machines: WatchedMachine[] = await listWatched(ctx.db, { since, after, limit: batch })
    const last = machines.at(-1)
    if (last === undefined) break
    const settingsOf = await findAlertSettings(
      ctx.db,
      machines.map(({ accountId }) => accountId),
    )
    for (const machine of machines) {
      if (signal.aborted) return
      await checkMachine(ctx, machine, settingsOf(machine.accountId))
    }
    after = last.id
  }
  await ctx.transact((tx) => deleteAlertsEndedBefore(tx, new Date(now.getTime() - keptMs)))
}

async function checkMachine(
  ctx: MonitoringCtx,
  machine: WatchedMachine,
  settings: GpuAlertSettings,
): Promise<void> {
  const now = ctx.clock.now()
  const minutes = await listMinutes(ctx.db, [machine.id], new Date(now.getTime() - hourMs))
  const models = new Map(machine.gpus.map(({ uuid, model }) => [uuid, model]))
  await ctx.transact(async (tx) => {
    const stored = await lockAlerts(tx, machine.id)
    if (stored === 'busy') return
    const changes = nextAlerts({ machineId: machine.id, models, stored, minutes, settings, now })
    if (changes.length === 0) return
    await putAlerts(
      tx,
      changes.map(({ row }) => row),
    )
    for (const { row, notify } of changes) if (notify) await notifyProvider(ctx, tx, machine, row)
    const { accountId, id: subject } = machine
    await tx.publish({ topic: 'gpu_alert', transient: true, accountId, subject })
  })
}

async function notifyProvider(
  ctx: MonitoringCtx,
  tx: Tx,
  { accountId, id, name }: WatchedMachine,
  row: Parameters<typeof alertText>[0] & { notified_at: Date | null; gpu_uuid: string },
): Promise<void> {
  const { gpu_uuid, gpu_model, kind, value } = row
  const { subject, text } = alertText(row, name)
  const at = row.notified_at?.getTime() ?? 0
  await publishNotice(ctx, tx, {
    accountId,
    notice: { key: `gpu-alert:${id}:${gpu_uuid}:${kind}:${at}`, level: 'warning', text },
    mail: {
      kind: 'machine_alerts',
      subject,
      button: { label: 'View GPUs', path: '/dashboard/gpu-info' },
    },
  })
  const payload = { gpu_uuid, gpu_model, kind, value }
  await recordEvents(ctx, tx, [gpuAlert.of({ subject: id, accountId, payload })])
}
