import { VolumeId } from '@gridloom/contract/core/ids'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { anOffer } from './renter-samples.ts'
import { sampleId, secondsBefore } from './samples.ts'

export function aVolume(changes: object = {}): Volume {
  const { machine_id, machine_name } = anOffer()
  return {
    id: VolumeId.parse(sampleId('vol', 1)),
    name: 'datasets',
    state: 'ready',
    failure: null,
    machine_id,
    machine_name,
    machine_status: 'online',
    size_gb: 100,
    used_bytes: 2 * 1024 ** 3,
    micro_usd_per_hour: 10_000,
    charged_micro_usd: 1_000,
    held_micro_usd: 20_000,
    attachments: [],
    created_at: secondsBefore(7_200),
    ready_at: secondsBefore(7_190),
    kept_until: null,
    ...changes,
  }
}
