import { chargeStored, type StorageChargingCtx } from '../storage/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { storedSnapshots } from './stored-snapshots.ts'

/** Charges the snapshots of each account for the last hour. */
export async function chargeSnapshots(
  ctx: StorageChargingCtx & Pick<SnapshotsCtx, 'snapshotMicroUsdPerGbMonth'>,
): Promise<void> {
  const microUsdPerGbMonth = ctx.snapshotMicroUsdPerGbMonth
  await chargeStored(ctx, { kind: storedSnapshots, microUsdPerGbMonth })
}
