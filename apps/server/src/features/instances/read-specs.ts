import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { Db } from '../../platform/database/connect.ts'
import { readAuthorizedKeys } from '../keys/index.ts'
import { listMounts } from '../volumes/index.ts'
import { instanceSpecOf } from './instance-spec.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Reads the specs of instances for their machines, with the SSH keys of each renter and the volumes, in two queries for
 * any number.
 */
export async function readSpecs(db: Db, rows: readonly InstanceRow[]): Promise<InstanceSpec[]> {
  const [keysOf, mounts] = await Promise.all([
    readAuthorizedKeys(db, rows.map(renterOf)),
    listMounts(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row) =>
    instanceSpecOf(row, {
      authorizedKeys: keysOf(renterOf(row)),
      volumes: mounts.filter(({ instanceId }) => instanceId === row.id),
    }),
  )
}

/** Reads the spec of one instance. */
export async function readSpec(db: Db, row: InstanceRow): Promise<InstanceSpec> {
  const [spec] = await readSpecs(db, [row])
  if (spec === undefined) throw new RangeError('one row makes one spec')
  return spec
}

function renterOf({ placed_by, account_id }: InstanceRow) {
  return { accountId: account_id, userId: placed_by ?? account_id }
}
