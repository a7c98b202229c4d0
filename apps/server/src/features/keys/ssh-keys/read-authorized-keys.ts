import type { Db } from '../../../platform/database/connect.ts'
import { authorizedKeysOf, type Renter } from './ssh-keys-store.ts'

/**
 * Reads the authorized_keys of instances by renter: the public keys of the ordering user, and none once that user has
 * left the company. One query for any number of renters.
 */
export async function readAuthorizedKeys(
  db: Db,
  renters: readonly Renter[],
): Promise<(renter: Renter) => readonly string[]> {
  const nameOf = ({ accountId, userId }: Renter) => `${accountId} ${userId}`
  const lines = new Map<string, string[]>()
  for (const row of await authorizedKeysOf(db, renters)) {
    const held = lines.get(nameOf(row))
    if (held === undefined) lines.set(nameOf(row), [row.line])
    else held.push(row.line)
  }
  return (renter) => lines.get(nameOf(renter)) ?? []
}
