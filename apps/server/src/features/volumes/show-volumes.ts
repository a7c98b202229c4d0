import type { VolumeId } from '@gridloom/contract/core/ids'
import type { Volume } from '@gridloom/contract/volumes/volume'
import type { Ctx } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { type InstanceMoney, readInstanceMoney } from '../ledger/index.ts'
import { machineFacts } from '../machines/index.ts'
import { type Attachment, listAttachments } from './attachments-store.ts'
import type { VolumeRow } from './schema.ts'

/** Returns the views of volumes for their account, with their machines and instances: three queries for any number. */
export async function showVolumes(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly VolumeRow[],
): Promise<Volume[]> {
  const ids: VolumeId[] = rows.map(({ id }) => id)
  const [machines, money, attachments] = await Promise.all([
    machineFacts(
      ctx.db,
      rows.map(({ machine_id }) => machine_id),
    ),
    readInstanceMoney(ctx.db, ids),
    listAttachments(ctx.db, ids),
  ])
  return rows.map((row) =>
    viewOf(row, {
      machine: machines.get(row.machine_id),
      money: money.get(row.id),
      attachments: attachments.filter(({ volumeId }) => volumeId === row.id),
    }),
  )
}

interface VolumeFacts {
  machine: { name: string; status: Volume['machine_status'] } | undefined
  money: InstanceMoney | undefined
  attachments: readonly Attachment[]
}

function viewOf(row: VolumeRow, { machine, money, attachments }: VolumeFacts): Volume {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    failure: row.failure,
    machine_id: row.machine_id,
    machine_name: machine?.name ?? 'removed machine',
    machine_status: machine?.status ?? 'offline',
    size_gb: row.size_gb,
    used_bytes: row.used_bytes,
    micro_usd_per_hour: row.micro_usd_per_hour,
    charged_micro_usd: money?.chargedMicroUsd ?? 0,
    held_micro_usd: money?.heldMicroUsd ?? 0,
    attachments: attachments.map(({ instanceId, label, path, mode }) => ({
      instance_id: instanceId,
      ...{ label, path, mode },
    })),
    created_at: row.created_at.toISOString(),
    ready_at: isoOrNull(row.ready_at),
    kept_until: isoOrNull(row.kept_until),
  }
}
