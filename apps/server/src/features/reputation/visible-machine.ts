import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { noSuchMachine } from '../machines/index.ts'
import { findOwner, type MachineOwner } from './machine-owner-store.ts'

/**
 * Returns the owner of a machine that the caller may see: a listed one, or one of theirs. @throws {Refused} not_found,
 * also for a machine that exists
 */
export async function refuseHidden(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  id: MachineId,
): Promise<MachineOwner> {
  const owner = await findOwner(ctx.db, id)
  const isOwn = ctx.actor.kind === 'account' && ctx.actor.accountId === owner?.accountId
  if (owner === undefined || !(owner.listed || isOwn)) throw noSuchMachine()
  return owner
}
