import type { Instance, ReasonCode } from '@gridloom/contract/instances/instance'
import { formatCount, formatMib } from '../../ui/format/numbers.ts'
import { formatVcpus } from '../../ui/format/vcpus.ts'

/** Returns an instance's label, or its template and the end of its id. */
export function instanceName(instance: Pick<Instance, 'label' | 'template_name' | 'id'>): string {
  return instance.label === ''
    ? `${instance.template_name} ${instance.id.slice(-4)}`
    : instance.label
}

/** Describes the instance's share of the machine: `RTX 4090 · 8 vCPU · 32 GiB · 40 GB disk`. */
export function instanceHardwareLine(instance: Instance): string {
  const gpu = instance.gpu_model?.replace(/^NVIDIA (?:GeForce )?/, '') ?? null
  return [
    ...(gpu === null ? [] : [instance.slots > 1 ? `${instance.slots} × ${gpu}` : gpu]),
    `${formatVcpus(instance.vcpus)} vCPU`,
    formatMib(instance.memory_mib),
    `${formatCount(instance.disk_gb)} GB disk`,
  ].join(' · ')
}

/** Returns what the renter can do about a reason; empty if there is nothing to do. */
export function remedyFor(code: ReasonCode): string {
  return remedies[code]
}

const remedies: Readonly<Record<ReasonCode, string>> = {
  image_not_found: 'Check the image name and tag, then rent again with the correct one.',
  registry_unreachable:
    'Start it again in a moment, or choose an offer that already has the image.',
  registry_denied: 'Use a public image, or add a login of the registry to the template.',
  registry_login_refused:
    'Correct the user name and password of the template, then rent again with it.',
  registry_rate_limited:
    'Start it again later, choose another machine, or add a login of the registry to the template.',
  image_wrong_platform: 'Use an image for the processor of the machine, or choose another machine.',
  image_too_large: 'Choose a smaller image, or download large files after the start.',
  image_archive_broken: 'Start it again. If the problem persists, choose another offer.',
  build_failed: 'Start it again. If the problem persists, choose another machine.',
  build_timeout: 'Choose a machine with more CPUs or a faster network.',
  snapshot_base_changed: 'Choose another machine, or an image that is named by its digest.',
  snapshot_broken: 'Start it again. If the problem persists, choose another snapshot.',
  create_refused: 'Destroy it and rent another offer.',
  start_failed: 'Check the logs, then start it again.',
  start_script_failed: 'Check the logs for the start script’s output, then start it again.',
  readiness_timeout: 'Check the logs.',
  exited: 'Check the logs to see why it ended, then start it again.',
  out_of_memory: 'Rent more slots or a larger offer.',
  disk_full: 'Free disk space from the terminal, or rent an instance with a larger disk.',
  not_isolated: 'You can also choose another offer.',
  gpu_missing: 'Start it again in a moment, or choose another offer.',
  engine_unreachable: 'The provider was notified.',
  machine_silent: '',
  balance_exhausted: 'Add funds and start it again before its disk is deleted.',
  project_budget_exhausted: 'Raise the budget under Billing, Projects before its disk is deleted.',
  account_budget_exhausted: 'Raise the budget under Billing before its disk is deleted.',
  key_budget_exhausted: 'Start it again before its disk is deleted.',
  instance_budget_exhausted: 'Raise its budget under Automation before its disk is deleted.',
  stopped_by_renter: '',
  restarted_by_renter: '',
  disk_lost: 'Destroy it and rent a new instance.',
  disk_expired: '',
  interrupted: '',
  awaiting_slots: '',
  stop_overdue: 'The machine stays unlisted until it stops the instance.',
  reservation_ended: 'Start it again to go on at the price on demand. Its disk is kept.',
  stop_time_reached: 'Start it again to continue.',
  run_time_reached: 'Start it again to continue.',
  idle: 'Start it again to continue.',
  stopped_by_schedule: '',
  machine_restarted: 'Start it again. The disk is kept.',
  machine_removed: 'Rent another offer.',
}
