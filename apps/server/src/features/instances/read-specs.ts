import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { readAuthorizedKeys } from '../keys/index.ts'
import { sealKeysOf } from '../machines/index.ts'
import { loginForMachine, type TemplateSecretsCtx } from '../templates/index.ts'
import { listMounts } from '../volumes/index.ts'
import { instanceSpecOf } from './instance-spec.ts'
import type { InstanceRow } from './schema.ts'

/** What specs are read with. */
export type SpecsCtx = Pick<TemplateSecretsCtx, 'db' | 'templateSecrets'>

/**
 * Reads the specs of instances for their machines, with the SSH keys of each renter, the volumes and the logins of
 * registries, in three queries for any number.
 */
export async function readSpecs(
  ctx: SpecsCtx,
  rows: readonly InstanceRow[],
): Promise<InstanceSpec[]> {
  const { db } = ctx
  const withLogin = rows.filter(({ template }) => (template.login ?? null) !== null)
  const [keysOf, mounts, sealKeys] = await Promise.all([
    readAuthorizedKeys(db, rows.map(renterOf)),
    listMounts(
      db,
      rows.map(({ id }) => id),
    ),
    sealKeysOf(
      db,
      withLogin.map(({ machine_id }) => machine_id),
    ),
  ])
  return Promise.all(
    rows.map(async (row) =>
      instanceSpecOf(row, {
        authorizedKeys: keysOf(renterOf(row)),
        volumes: mounts.filter(({ instanceId }) => instanceId === row.id),
        login: await loginOf(ctx, row, sealKeys.get(row.machine_id)),
      }),
    ),
  )
}

/** Reads the spec of one instance. */
export async function readSpec(ctx: SpecsCtx, row: InstanceRow): Promise<InstanceSpec> {
  const [spec] = await readSpecs(ctx, [row])
  if (spec === undefined) throw new RangeError('one row makes one spec')
  return spec
}

async function loginOf(
  ctx: SpecsCtx,
  { id, account_id, template: { login } }: InstanceRow,
  sealKey: string | undefined,
): Promise<InstanceSpec['registry_login']> {
  if (login === undefined || login === null) return null
  return loginForMachine(ctx, login, { accountId: account_id, instanceId: id, sealKey })
}

function renterOf({ placed_by, account_id }: InstanceRow) {
  return { accountId: account_id, userId: placed_by ?? account_id }
}
