import type { MachineId } from '@gridloom/contract/core/ids'
import type { ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { listServiceCredits } from '../../ledger/index.ts'
import { noSuchMachine } from '../../machines/index.ts'
import { findOwner } from '../machine-owner-store.ts'

const creditsMax = 100

/** Lists the last credits that one of the caller's machines paid, newest first. @throws {Refused} not_found */
export async function listCredits(ctx: Ctx, id: MachineId): Promise<ServiceCredit[]> {
  const owner = await findOwner(ctx.db, id)
  if (owner?.accountId !== accountOf(ctx).accountId) throw noSuchMachine()
  return listServiceCredits(ctx.db, id, creditsMax)
}
