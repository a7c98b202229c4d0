import { MissionId } from '@gridloom/contract/core/ids'
import { MicroUsd } from '@gridloom/contract/core/values'
import { MissionClaimState } from '@gridloom/contract/missions/mission'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** The reward of a mission was claimed. The subject is the claim. `held`: it waits for the operator's decision. */
export const missionClaimed = eventKind(
  'mission.claimed',
  z.object({ mission_id: MissionId, reward_micro_usd: MicroUsd, held: z.boolean() }),
)

/** A claim was held, released or rejected, or its reward taken back. The subject is the claim; `state` is its state now. */
export const missionClaimDecided = eventKind(
  'mission.claim_decided',
  z.object({ mission_id: MissionId, reward_micro_usd: MicroUsd, state: MissionClaimState }),
)
