import type { AccountId } from '@gridloom/contract/core/ids'
import type { MissionsCtx } from '../ctx.ts'

/** An account in the period of a mission, whose ends are full hours. */
export interface FactOf {
  readonly accountId: AccountId
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  /** Of the step: the least spend in micro-dollars, or the least trust score; 0 without one. */
  readonly parameter: number
}

/** The context of facts: `db` is that of the transaction where a claim is decided. */
export type FactCtx = Pick<MissionsCtx, 'db' | 'publicUrl'>

/** Reads a fact from the records of the feature that owns it, in the unit of the fact. */
export type MeasureFact = (ctx: FactCtx, of: FactOf) => Promise<number>
