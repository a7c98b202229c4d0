import type { ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Db } from '../../../platform/database/connect.ts'

/** A key, and since when what was spent with it counts. */
export interface KeySince {
  readonly id: ApiKeyId
  /** The beginning of a UTC day; `null`: since it was made. */
  readonly since: Date | null
}

/** What keys ask of features that stand on identity, so that it need not know them. */
export interface KeyPorts {
  /** What was spent since a moment and is set aside with each key; a key that spent nothing may be left out. */
  spendOf(db: Db, keys: readonly KeySince[]): Promise<ReadonlyMap<ApiKeyId, MicroUsd>>
}
