import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import { GpuAlertKind, type GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { decideAlert, type GpuMinute, isThrottled } from '@gridloom/domain/gpu-alerts'
import type { GpuAlertRow, MachineMinuteRow } from './schema.ts'

interface AlertsInput {
  readonly machineId: MachineId
  /** The model of a GPU by its id. */
  readonly models: ReadonlyMap<string, string>
  /** Alerts that are stored, ended ones included. */
  readonly stored: readonly GpuAlertRow[]
  /** The samples of the last hour, oldest first. */
  readonly minutes: readonly Pick<MachineMinuteRow, 'at' | 'gpus'>[]
  readonly settings: GpuAlertSettings
  readonly now: Date
}

/** A changed alert, and whether its provider is notified of it. */
export interface AlertChange {
  readonly row: GpuAlertRow
  readonly notify: boolean
}

const hourMs = 3_600_000

/**
 * Decides which alerts of a machine begin, end, or are due for another notice. Only GPUs of its hardware report begin
 * one. An alert of which nothing was measured for an hour ends.
 */
export function nextAlerts(input: AlertsInput): AlertChange[] {
  const { models, stored } = input
  const uuids = new Set([...models.keys(), ...stored.map(({ gpu_uuid }) => gpu_uuid)])
  return [...uuids].flatMap((uuid) =>
    GpuAlertKind.options.flatMap((kind) => changeOf(input, uuid, kind) ?? []),
  )
}

function changeOf(input: AlertsInput, uuid: string, kind: GpuAlertKind): AlertChange | undefined {
  const { models, stored, settings, now } = input
  const before = stored.find((row) => row.gpu_uuid === uuid && row.kind === kind)
  const lasted = before !== undefined && before.ended_at === null
  const minutes = minutesOf(input, uuid)
  const { lasts, value } =
    minutes.length === 0
      ? { lasts: false, value: null }
      : decideAlert(kind, minutes, { settings, lasted })
  if (!lasts) return lasted ? { row: { ...before, ended_at: now }, notify: false } : undefined
  const notified = before?.notified_at ?? null
  const isDue =
    notified === null || now.getTime() - notified.getTime() >= settings.repeat_hours * hourMs
  const moreErrors = kind === 'ecc' && lasted && (value ?? 0) > (before.value ?? 0)
  if (lasted && !isDue && !moreErrors) return undefined
  const row: GpuAlertRow = {
    machine_id: input.machineId,
    gpu_uuid: uuid,
    kind,
    gpu_model: models.get(uuid) ?? before?.gpu_model ?? 'GPU',
    since: lasted ? before.since : now,
    value,
    notified_at: isDue ? now : notified,
    ended_at: null,
  }
  return { row, notify: isDue }
}

function minutesOf({ minutes, now }: AlertsInput, uuid: string): GpuMinute[] {
  return minutes.flatMap(({ at, gpus }) => {
    const reading = gpus.find((gpu) => gpu.uuid === uuid)
    const isOld = now.getTime() - at.getTime() > hourMs
    return reading === undefined || isOld ? [] : [minuteOf(at, reading)]
  })
}

function minuteOf(at: Date, reading: GpuReading): GpuMinute {
  return {
    atMs: at.getTime(),
    temperatureC: reading.temperature_c,
    throttled: isThrottled(reading.throttle_reasons),
    eccUncorrected: reading.ecc_uncorrected,
  }
}
