import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Scope } from '@gridloom/contract/scopes'
import type { VolumeMount } from '@gridloom/contract/volumes/mount'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { machineFacts } from '../machines/index.ts'
import {
  type Attachment,
  insertAttachments,
  isRestoring,
  listAttachments,
} from './attachments-store.ts'
import { publishVolume } from './publish-volume.ts'
import type { VolumeRow } from './schema.ts'
import { lockVolume } from './volumes-store.ts'

/** An instance that is ordered, and the volumes that it is to see. */
export interface VolumeAttaching {
  instanceId: InstanceId
  accountId: AccountId
  machineId: MachineId
  mounts: readonly VolumeMount[]
}

/**
 * Attaches volumes to an instance that the transaction orders. Their rows are locked, so that of two orders for one
 * volume the second sees the first. An API key needs a scope for volumes too.
 * @throws Refused `not_found`, `scope_missing`, `state_conflict`, `volume_elsewhere`, `volume_in_use`, `volume_restoring`
 */
export async function attachVolumes(
  ctx: Ctx,
  tx: Tx,
  { instanceId, accountId, machineId, mounts }: VolumeAttaching,
): Promise<void> {
  if (mounts.length === 0) return
  refuseWithoutScope(ctx, mounts)
  // In one order for all: two orders of the same volumes do not wait for each other in a circle.
  const sorted = mounts.toSorted((one, other) => (one.volume_id < other.volume_id ? -1 : 1))
  for (const { volume_id: id, mode } of sorted) {
    const row = await lockVolume(tx, id)
    if (row?.account_id !== accountId || row.state === 'deleted') throw noSuchVolume()
    refuseUnready(row)
    if (row.machine_id !== machineId) throw await volumeElsewhere(tx, row)
    const [other] = othersAgainst(await listAttachments(tx.db, [id]), mode)
    if (other !== undefined)
      throw new Refused('volume_in_use', { details: { name: row.name, instance: other.label } })
    if (await isRestoring(tx, id))
      throw new Refused('volume_restoring', { details: { name: row.name } })
    await publishVolume(tx, row)
  }
  await insertAttachments(
    tx,
    mounts.map(({ volume_id, path, mode }) => ({ instance_id: instanceId, volume_id, path, mode })),
  )
}

/** Returns the attachments that keep another one of this mode out: a writer is alone. */
function othersAgainst(attached: readonly Attachment[], mode: VolumeMount['mode']): Attachment[] {
  return attached.filter((one) => mode === 'read_write' || one.mode === 'read_write')
}

/** Who orders with a key that may not see volumes must not read them through an instance. */
function refuseWithoutScope(ctx: Ctx, mounts: readonly VolumeMount[]): void {
  const { via } = accountOf(ctx)
  if (via.kind !== 'key') return
  const isWriting = mounts.some(({ mode }) => mode === 'read_write')
  const scope: Scope = isWriting ? 'volumes:write' : 'volumes:read'
  if (!via.scopes.includes(scope)) throw new Refused('scope_missing', { details: { scope } })
}

function refuseUnready({ state, kept_until }: VolumeRow): void {
  if (state !== 'ready') throw new Refused('state_conflict', { details: { what: 'volume', state } })
  if (kept_until !== null)
    throw new Refused('state_conflict', { details: { what: 'volume', state: 'not paid' } })
}

async function volumeElsewhere(tx: Tx, { name, machine_id }: VolumeRow): Promise<Refused> {
  const machine =
    (await machineFacts(tx.db, [machine_id])).get(machine_id)?.name ?? 'another machine'
  return new Refused('volume_elsewhere', { details: { name, machine } })
}

/** The same error for a volume that does not exist or is another account's. */
function noSuchVolume(): Refused {
  return new Refused('not_found', { details: { what: 'volume' } })
}
