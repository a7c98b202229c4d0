import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { Db } from '../../platform/database/connect.ts'
import { readAuthorizedKeys } from '../keys/index.ts'
import { instanceSpecOf } from './instance-spec.ts'
import type { InstanceRow } from './schema.ts'

/** Reads the specs of instances for their machines, with the SSH keys of each renter, in one query for any number. */
export async function readSpecs(db: Db, rows: readonly InstanceRow[]): Promise<InstanceSpec[]> {
  const keysOf = await readAuthorizedKeys(db, rows.map(renterOf))
  return rows.map((row) => instanceSpecOf(row, keysOf(renterOf(row))))
}

/** Reads the spec of one instance. */
export async function readSpec(db: Db, row: InstanceRow): Promise<InstanceSpec> {
  const keysOf = await readAuthorizedKeys(db, [renterOf(row)])
  return instanceSpecOf(row, keysOf(renterOf(row)))
}

function renterOf({ placed_by, account_id }: InstanceRow) {
  return { accountId: account_id, userId: placed_by ?? account_id }
}
