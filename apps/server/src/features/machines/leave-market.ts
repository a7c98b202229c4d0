import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { listListedOf } from './operator-machines-store.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'
import type { MachineRow } from './schema.ts'

/** Unlists a machine for any caller; rented slots stay rented. Returns `undefined` for an unknown machine. */
export async function leaveMarket(
  ctx: Ctx,
  tx: Tx,
  id: MachineId,
): Promise<Pick<MachineRow, 'name' | 'account_id'> | undefined> {
  const machine = await lockMachine(tx, id)
  if (machine === undefined) return undefined
  await updateMachine(tx, id, { listed: false })
  await refreshOffers(ctx, tx, id)
  await publishMachine(tx, machine.account_id, id)
  return machine
}

/** Unlists all machines of an account. Returns how many were listed. */
export async function leaveMarketWithAll(ctx: Ctx, tx: Tx, accountId: AccountId): Promise<number> {
  const ids = await listListedOf(tx, accountId)
  for (const id of ids) await leaveMarket(ctx, tx, id)
  return ids.length
}
