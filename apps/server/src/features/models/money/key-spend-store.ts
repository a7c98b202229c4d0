import type { ApiKeyId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../../platform/feature.ts'
import { selectKeySpend } from '../../ledger/index.ts'

/** Returns the spend of each API key on answers: the amounts paid, and the holds of its open allowances. */
export function readAllowanceKeySpend(
  db: Db,
  keys: readonly KeySince[],
): Promise<Map<ApiKeyId, SpentByKey>> {
  return selectKeySpend(db, keys, {
    kind: 'allowance',
    holders: sql`select id, api_key_id from spending_allowances where closed_at is null`,
  })
}
