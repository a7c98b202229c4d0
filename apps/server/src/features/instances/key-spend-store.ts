import type { ApiKeyId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../platform/feature.ts'
import { selectKeySpend } from '../ledger/index.ts'

/** Sums the charges and holds of instances by the API key that ordered them. */
export function readKeySpend(
  db: Db,
  keys: readonly KeySince[],
): Promise<Map<ApiKeyId, SpentByKey>> {
  return selectKeySpend(db, keys, {
    kind: 'instance',
    holders: sql`select id, api_key_id from instances`,
  })
}
