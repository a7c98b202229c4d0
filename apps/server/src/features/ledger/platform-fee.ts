import type { BasisPoints } from '@gridloom/contract/core/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { insertFeeChange, selectFee } from './platform-fee-store.ts'

/** Returns the platform fee of new orders. */
export function readPlatformFee(db: Db): Promise<BasisPoints> {
  return selectFee(db)
}

/**
 * Sets the platform fee of new orders, from now on. Open holds keep theirs. The fee that is already in force changes
 * nothing.
 */
export async function setPlatformFee(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  fee: BasisPoints,
): Promise<void> {
  if ((await selectFee(tx.db)) === fee) return
  await insertFeeChange(tx, { fee, at: ctx.clock.now() })
  tx.note({ subject: `platform_fee:${fee}` })
}
