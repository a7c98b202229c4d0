import { chargeStored, type StorageChargingCtx } from '../storage/index.ts'
import type { BackupsCtx } from './ctx.ts'
import { storedBackups } from './stored-backups.ts'

/** Charges the backups of each account that are stored with us for the last hour. */
export async function chargeBackups(
  ctx: StorageChargingCtx & Pick<BackupsCtx, 'backupMicroUsdPerGbMonth'>,
): Promise<void> {
  const microUsdPerGbMonth = ctx.backupMicroUsdPerGbMonth
  await chargeStored(ctx, { kind: storedBackups, microUsdPerGbMonth })
}
