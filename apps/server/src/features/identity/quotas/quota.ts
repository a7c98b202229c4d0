import type { AccountId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'

/** A bound on what a party has: a person and the companies they own, or a company, its owners and what else these own. */
export interface Quota {
  readonly max: number
  /** What is counted, in the plural, as it stands in the refusal. */
  readonly what: string
  /** What these accounts have of it together. */
  used(db: Db, party: readonly AccountId[]): Promise<number>
}

/** All quotas there are, of every feature: who becomes an owner takes a company's share of each over. */
export interface OwnerPorts {
  readonly quotas: readonly Quota[]
}
