import { type Charging, type Instance, Reason } from '@gridloom/contract/instances/instance'
import { chargeBetween } from '@gridloom/domain/money'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { InstanceMoney } from '../ledger/index.ts'
import type { MountedVolume } from '../volumes/index.ts'
import { appLinks, appOf } from './app-of-instance.ts'
import { automationView } from './automation/automation-view.ts'
import { bidView } from './interruptions/bid-view.ts'
import { jupyterLinks } from './jupyter-mode.ts'
import type { InstanceRow } from './schema.ts'

/** Facts of an instance's machine, money and volumes that its view includes. */
export interface InstanceViewFacts {
  machineName: string
  money: InstanceMoney
  /** `null`: none. */
  project: string | null
  volumes: readonly MountedVolume[]
  now: Date
}

/** The view of a row for its renter. Environment values are included, as only the renter receives this view. */
export function instanceView(
  row: InstanceRow,
  { machineName, money, project, volumes, now }: InstanceViewFacts,
): Instance {
  return {
    id: row.id,
    label: row.label,
    project,
    note: row.note,
    state: row.state,
    desired: row.desired,
    ready: row.ready,
    reason: row.reason === null ? null : Reason.parse(row.reason),
    progress: row.progress,
    generation: row.generation,
    observed_generation: row.observed_generation,
    machine_id: row.machine_id,
    machine_name: machineName,
    last_seen_at: isoOrNull(row.last_seen_at),
    template_name: row.template.name,
    template: row.template.source ?? null,
    links: [...jupyterLinks(row.template), ...appLinks(row.template)],
    app: appOf(row.template),
    image: row.template.image_path_with_tag,
    ports: row.template.ports,
    env: row.template.env,
    restart_policy: row.restart_policy,
    slots: row.slots,
    gpu_model: row.gpu_model,
    vcpus: row.vcpus,
    memory_mib: row.memory_mib,
    disk_gb: row.disk_gb,
    volumes: volumes.map(({ volumeId, name, path, mode }) => ({
      volume_id: volumeId,
      ...{ name, path, mode },
    })),
    reservation_id: row.reservation_id,
    running_micro_usd_per_hour: row.running_micro_usd_per_hour,
    stopped_micro_usd_per_hour: row.stopped_micro_usd_per_hour,
    bid: bidView(row),
    cost_micro_usd: money.chargedMicroUsd + Math.min(unbookedOf(row), money.heldMicroUsd),
    held_micro_usd: money.heldMicroUsd,
    ready_s: row.metered_running_s,
    charging: chargingOf(row),
    created_at: row.created_at.toISOString(),
    ready_at: isoOrNull(row.ready_at),
    stopped_at: isoOrNull(row.stopped_at),
    destroyed_at: isoOrNull(row.destroyed_at),
    automation: automationView(row, now),
    disk_kept_until: isoOrNull(row.disk_kept_until),
    moving: row.move_id !== null,
    cluster: clusterOf(row),
  }
}

function clusterOf({ cluster }: InstanceRow): Instance['cluster'] {
  if (cluster === null) return null
  const { id, name, rank, slots } = cluster
  return { id, name, rank, size: slots.length }
}

function chargingOf({ charged_from: since, charged_cause: cause }: InstanceRow): Charging | null {
  return since === null || cause === null ? null : { since: since.toISOString(), cause }
}

/** The metered cost that is not in the ledger yet; it is charged as far as the hold covers it. */
export function unbookedOf(row: InstanceRow): number {
  const running = row.running_micro_usd_per_hour
  const stopped = row.stopped_micro_usd_per_hour
  return (
    chargeBetween(running, row.booked_running_s, row.metered_running_s) +
    chargeBetween(stopped, row.booked_stopped_s, row.metered_stopped_s)
  )
}
