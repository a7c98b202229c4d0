import type { Instance, ReasonCode } from '@gridloom/contract/instances/instance'
import { formatCount, formatMib } from '../../ui/format/numbers.ts'
import { formatVcpus } from '../../ui/format/vcpus.ts'

/** What a person calls an instance: its label, or its template and the end of its id. */
export function instanceName(instance: Pick<Instance, 'label' | 'template_name' | 'id'>): string {
  return instance.label === ''
    ? `${instance.template_name} ${instance.id.slice(-4)}`
    : instance.label
}

/** The share of the machine that it has: `RTX 4090 · 8 vCPU · 32 GiB · 40 GB disk`. */
export function hardwareLine(instance: Instance): string {
  const gpu = instance.gpu_model?.replace(/^NVIDIA (?:GeForce )?/, '') ?? null
  return [
    ...(gpu === null ? [] : [instance.slots > 1 ? `${instance.slots} × ${gpu}` : gpu]),
    `${formatVcpus(instance.vcpus)} vCPU`,
    formatMib(instance.memory_mib),
    `${formatCount(instance.disk_gb)} GB disk`,
  ].join(' · ')
}

/** What the renter can do about a reason; nothing where there is nothing to do. */
export function remedyFor(code: ReasonCode): string {
  return remedies[code]
}

const remedies: Readonly<Record<ReasonCode, string>> = {
  image_not_found: 'Check the image’s name and tag, then rent again with the right one.',
  registry_unreachable: 'Start it again in a moment, or choose an offer that holds the image.',
  registry_denied: 'The image is private: use a public one or one that the machine holds.',
  image_too_large: 'Choose a smaller image, or load what is large once it runs.',
  image_archive_broken: 'Start it again; if it stays so, choose another offer.',
  create_refused: 'Destroy it and rent another offer.',
  start_failed: 'Look at the logs for what it printed, then start it again.',
  start_script_failed: 'Look at the logs for what the start script printed, then start it again.',
  readiness_timeout: 'Look at the logs: its readiness check never passed.',
  exited: 'Look at the logs for why it ended, then start it again.',
  out_of_memory: 'It asked for more memory than it has: rent more slots or a larger offer.',
  disk_full: 'Free some of its disk from the terminal, or rent one with a larger disk.',
  not_isolated:
    'The machine lost part of its isolation. It starts the instance once that is back; or choose another offer.',
  gpu_missing: 'The machine lost a GPU. Start it again in a moment or choose another offer.',
  engine_unreachable: 'The machine’s container engine does not answer; its provider is told.',
  machine_silent: 'Nothing is charged while it is silent. It goes on by itself when it is back.',
  balance_exhausted: 'Get credit and start it again before its disk is given up.',
  key_budget_exhausted: 'Start it again yourself before its disk is given up.',
  stopped_by_renter: '',
  restarted_by_renter: '',
  disk_lost: 'Its disk is gone; destroy it and rent anew.',
  disk_expired: '',
  stop_overdue: 'Its machine is not offered to anybody until it has acted.',
  machine_removed: 'Its machine left the market; rent another offer.',
}
