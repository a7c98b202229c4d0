import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { findOwned, lockInstance } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

/** Returns the caller's instance. @throws Refused `not_found`, also when it is another account's */
export async function ownedInstance(ctx: Ctx, id: InstanceId): Promise<InstanceRow> {
  const row = await findOwned(ctx.db, accountOf(ctx).accountId, id)
  if (row === undefined) throw noSuchInstance()
  return row
}

/** Returns the caller's instance, locked. @throws Refused `not_found` */
export async function lockOwnedInstance(ctx: Ctx, tx: Tx, id: InstanceId): Promise<InstanceRow> {
  const row = await lockInstance(tx, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchInstance()
  return row
}

/** The error for an action that is not possible in the instance's state. */
export function instanceConflict({ state }: Pick<InstanceRow, 'state'>): Refused {
  return new Refused('state_conflict', { details: { what: 'instance', state } })
}

/** Refuses what would interfere with a move of the instance. @throws Refused `instance_moving` */
export function refuseMoving({ move_id }: Pick<InstanceRow, 'move_id'>): void {
  if (move_id !== null) throw new Refused('instance_moving')
}

/** The same error for an instance that does not exist or is another account's. */
export function noSuchInstance(): Refused {
  return new Refused('not_found', { details: { what: 'instance' } })
}
