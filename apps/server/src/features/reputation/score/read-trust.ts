import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineTrust } from '@gridloom/contract/reputation/trust'
import { providerScore } from '@gridloom/domain/trust/provider-score'
import { scoreTrust } from '@gridloom/domain/trust/v1'
import type { Ctx } from '../../../platform/ctx.ts'
import type { ReputationAdapters } from '../ctx.ts'
import { refuseHidden } from '../visible-machine.ts'
import { findScore, listScoresOf, noScore } from './scores-store.ts'

/** Returns the trust score of a listed machine, or of one of the caller's. @throws {Refused} not_found */
export async function readTrust(
  ctx: Pick<Ctx, 'db' | 'actor' | 'clock'> & ReputationAdapters,
  id: MachineId,
): Promise<MachineTrust> {
  const { accountId } = await refuseHidden(ctx, id)
  const { trust, computedAt, anchor, head } = (await findScore(ctx.db, id)) ?? noScore
  const machines = await listScoresOf(ctx.db, accountId)
  return {
    ...(trust ?? scoreTrust([], ctx.clock.now())),
    machine_id: id,
    computed_at: computedAt?.toISOString() ?? null,
    head,
    anchor,
    public_key: ctx.evidenceSigner.publicKey,
    provider_score: providerScore(machines),
    provider_machines: machines.filter(({ score }) => score !== null).length,
  }
}
