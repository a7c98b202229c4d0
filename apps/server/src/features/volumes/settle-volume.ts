import type { VolumeId } from '@gridloom/contract/core/ids'
import type { VolumeFailure } from '@gridloom/contract/volumes/volume'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { releaseReservedDisk } from '../market/index.ts'
import { publishNotice } from '../notices/index.ts'
import { beginCharges, chargeVolume, endCharges } from './charge-volumes.ts'
import type { VolumesCtx } from './ctx.ts'
import { publishVolume } from './publish-volume.ts'
import type { VolumeRow } from './schema.ts'
import { volumeFailed, volumeReady } from './volume-events.ts'
import { canVolumeMove } from './volume-states.ts'
import { findVolume, lockVolume, updateVolume } from './volumes-store.ts'

/** Settles that a machine has a volume, for the first time or again: it is charged from now on. */
export async function settleReady(ctx: VolumesCtx, id: VolumeId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockVolume(tx, id)
    if (row === undefined || !canVolumeMove(row.state, 'ready')) return
    await beginCharges(ctx, tx, row)
    const ready_at = row.ready_at ?? ctx.clock.now()
    await updateVolume(tx, id, { state: 'ready', failure: null, ready_at })
    // The hold of one that comes back was released.
    await chargeVolume(ctx, tx, id)
    await recordEvents(ctx, tx, [volumeReady.of(eventOf(row, null))])
    await publishVolume(tx, row)
  })
}

const causes: Record<VolumeFailure, string> = {
  disk_full: 'The machine does not have enough free disk space.',
  not_supported: 'The machine cannot keep volumes.',
  machine_silent: 'The machine did not create it in time.',
  lost: 'Its machine no longer has it. It is ready again if the machine finds it.',
}

/**
 * Settles that a machine does not have a volume: nothing is charged from now on. Disk stays reserved for one that is
 * lost, as it may come back.
 */
export async function settleFailed(
  ctx: VolumesCtx,
  id: VolumeId,
  failure: VolumeFailure,
): Promise<void> {
  const found = await findVolume(ctx.db, id)
  if (found === undefined) return
  await ctx.transact(async (tx) => {
    const row = await lockVolume(tx, id)
    if (row === undefined || !canVolumeMove(row.state, 'failed')) return
    await endCharges(ctx, tx, row, 'failed')
    await updateVolume(tx, id, { state: 'failed', failure, kept_until: null })
    await recordEvents(ctx, tx, [volumeFailed.of(eventOf(row, failure))])
    await publishFailure(ctx, tx, { row, failure })
    await publishVolume(tx, row)
  })
  if (failure !== 'lost') await ctx.transact((tx) => releaseReservedDisk(tx, reservationOf(found)))
}

/** Settles that a machine has deleted a volume. */
export async function settleDeleted(ctx: VolumesCtx, row: VolumeRow): Promise<void> {
  await ctx.transact(async (tx) => {
    // The machine's row is locked before the volume's, as in an order.
    await releaseReservedDisk(tx, reservationOf(row))
    const now = await lockVolume(tx, row.id)
    if (now === undefined || !canVolumeMove(now.state, 'deleted')) return
    await updateVolume(tx, row.id, { state: 'deleted', deleted_at: ctx.clock.now() })
    await publishVolume(tx, row)
  })
}

function reservationOf({ id, machine_id }: VolumeRow) {
  return { volumeId: id, machineId: machine_id }
}

function eventOf(row: VolumeRow, failure: VolumeFailure | null) {
  const { id: subject, account_id: accountId, name, machine_id, size_gb } = row
  return { subject, accountId, payload: { name, machine_id, size_gb, failure } }
}

async function publishFailure(
  ctx: VolumesCtx,
  tx: Tx,
  { row, failure }: { row: VolumeRow; failure: VolumeFailure },
): Promise<void> {
  const isLost = failure === 'lost'
  const what = isLost ? 'is not on its machine any more' : 'could not be created'
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      // Once a day, however often its machine loses and finds it.
      key: `volume_failed:${row.id}:${ctx.clock.now().toISOString().slice(0, 10)}`,
      level: 'error',
      text: `The volume ${row.name} ${what}. ${causes[failure]}`,
    },
    mail: null,
  })
}
