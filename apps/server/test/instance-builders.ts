import type { InstanceReport } from '@gridloom/contract/agent/protocol'
import { AccountId, InstanceId, MachineId, OfferId } from '@gridloom/contract/core/ids'
import type { InstanceRow } from '#features/instances/schema'

const start = new Date('2026-01-01T00:00:00.000Z')

export const ids = {
  renter: AccountId.parse('acc_00000000000000000000000001'),
  stranger: AccountId.parse('acc_00000000000000000000000002'),
  provider: AccountId.parse('acc_00000000000000000000000003'),
  machine: MachineId.parse('mch_00000000000000000000000001'),
  offer: OfferId.parse('ofr_00000000000000000000000001'),
  instance: InstanceId.parse('ins_00000000000000000000000001'),
}

/** An instance's row in the database; by default ordered and not yet acknowledged. */
export function anInstance(change: Partial<InstanceRow> = {}): InstanceRow {
  return {
    id: ids.instance,
    account_id: ids.renter,
    provider_account_id: ids.provider,
    machine_id: ids.machine,
    offer_id: ids.offer,
    label: 'test',
    note: '',
    state: 'requested',
    desired: 'running',
    ready: false,
    reason: null,
    progress: null,
    generation: 1,
    observed_generation: 0,
    restart: 0,
    restart_policy: 'on_machine_restart',
    template: {
      name: 'Shell',
      image_path_with_tag: 'gridloom/base:latest',
      launch_mode: 'shell',
      on_start_script: '',
      env: {},
      ports: [],
      readiness: { kind: 'started' },
    },
    slots: 1,
    gpu_model: null,
    gpu_uuids: [],
    isolated: true,
    vcpus: 1,
    memory_mib: 1024,
    disk_gb: 2,
    running_micro_usd_per_hour: 36_000,
    stopped_micro_usd_per_hour: 3_600,
    created_at: start,
    ready_at: null,
    stopped_at: null,
    destroyed_at: null,
    last_seen_at: null,
    disk_kept_until: null,
    warned_s: null,
    charged_from: null,
    charged_cause: null,
    entered_at: null,
    free_s: 0,
    stop_asked_at: null,
    destroy_asked_at: null,
    stop_waited_ms: 0,
    stop_overdue_at: null,
    meter_ready_s: null,
    meter_running_s: null,
    meter_stopped_s: null,
    meter_seen_at: null,
    meter_spare_ms: 0,
    metered_running_s: 0,
    metered_stopped_s: 0,
    booked_running_s: 0,
    booked_stopped_s: 0,
    booked_through: null,
    placed_by: null,
    api_key_id: null,
    past_key_budget: false,
    ...change,
  }
}

/** A machine's report of that instance; by default running and not ready. */
export function aReport(change: Partial<InstanceReport> = {}): InstanceReport {
  return {
    instance_id: ids.instance,
    observed_generation: 1,
    phase: 'running',
    ready: false,
    reason: null,
    progress: null,
    ready_s: 0,
    running_s: null,
    stopped_s: 0,
    started_at: null,
    ...change,
  }
}
