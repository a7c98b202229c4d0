import type { AccountId } from '@gridloom/contract/core/ids'
import type { MissionSettings } from '@gridloom/contract/missions/mission'
import type { ClaimRow } from '../schema.ts'

/** A claim that is decided, whose row and tree are locked, and the reason that its account reads. */
export interface Deciding {
  readonly row: ClaimRow
  readonly line: readonly AccountId[]
  readonly settings: MissionSettings
  readonly reason: string
}
