import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { NamedMount } from '@gridloom/contract/templates/docker-options'
import type { VolumeMount } from '@gridloom/contract/volumes/mount'
import type { Tx } from '../../platform/ctx.ts'
import { findByName } from './volumes-store.ts'

/** Finds the volumes of an account that a template names. @throws Refused `not_found`, which names the volume */
export async function namedMounts(
  tx: Tx,
  accountId: AccountId,
  named: readonly NamedMount[],
): Promise<VolumeMount[]> {
  const mounts: VolumeMount[] = []
  for (const { name, path, mode } of named) {
    const volume = await findByName(tx.db, { accountId, name })
    if (volume === undefined)
      throw new Refused('not_found', { details: { what: `volume “${name}” of the template` } })
    mounts.push({ volume_id: volume.id, path, mode })
  }
  return mounts
}
