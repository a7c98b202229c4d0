import type { AccountId } from '@gridloom/contract/ids'
import type { Db } from '../../../platform/database/connect.ts'
import { linesOf } from './ssh-keys-store.ts'

/** Whom instances let in by SSH: each person's public keys, as lines of authorized_keys; one question for any number. */
export function readAuthorizedKeys(
  db: Db,
  personIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, readonly string[]>> {
  return linesOf(db, personIds)
}
