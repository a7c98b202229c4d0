import type { ApiKeyId } from '@gridloom/contract/ids'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Db } from '../../../platform/database/connect.ts'

/** What keys ask of features that stand on identity, so that it need not know them. */
export interface KeyPorts {
  /** What was spent and is set aside with each key; a key that spent nothing may be left out. */
  spendOf(db: Db, ids: readonly ApiKeyId[]): Promise<ReadonlyMap<ApiKeyId, MicroUsd>>
}
