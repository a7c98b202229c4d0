import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** What else an account has that keeps it from being closed. */
export interface CompanyPorts {
  /** What all of an account's instances cost an hour right now. */
  burnOf(db: Db, accountId: AccountId): Promise<MicroUsdPerHour>
  /** The same of its render jobs. */
  renderBurnOf(db: Db, accountId: AccountId): Promise<MicroUsdPerHour>
  /** How many instances of an account are not destroyed. */
  countInstances(db: Db, accountId: AccountId): Promise<number>
  /** How many machines an account hosts. */
  countMachines(db: Db, accountId: AccountId): Promise<number>
  /** How many render jobs of an account are under way. */
  countRendering(db: Db, accountId: AccountId): Promise<number>
  /** Deletes an account's scenes and jobs, but for what money records refer to. */
  forgetRenders(tx: Tx, accountId: AccountId, at: Date): Promise<void>
}
