import type { MissionClaimState } from '@gridloom/contract/missions/mission'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { missionClaimDecided } from '../events.ts'
import type { ClaimRow } from '../schema.ts'

/** Records that a claim moved to another state, for the webhooks of its account. Nothing where it did not. */
export async function recordDecision(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  before: Pick<ClaimRow, 'id' | 'account_id' | 'mission_id' | 'micro_usd' | 'state'>,
  state: MissionClaimState,
): Promise<void> {
  if (state === before.state) return
  const { id: subject, account_id: accountId, mission_id, micro_usd: reward_micro_usd } = before
  const payload = { mission_id, reward_micro_usd, state }
  await recordEvents(ctx, tx, [missionClaimDecided.of({ subject, accountId, payload })])
}
