import type { AccountId } from '@gridloom/contract/core/ids'
import type { Order } from '@gridloom/contract/instances/order'
import type { NamedMount } from '@gridloom/contract/templates/docker-options'
import { type VolumeMount, VolumeMounts } from '@gridloom/contract/volumes/mount'
import type { Tx } from '../../platform/ctx.ts'
import { fieldRefusal } from '../../platform/http/field-refusal.ts'
import { namedMounts } from '../volumes/index.ts'

interface MountParts {
  order: Order
  accountId: AccountId
  /** Those that the template names. */
  named: readonly NamedMount[]
}

/** Returns the volumes of an order with those of its template. @throws Refused `not_found`, `invalid_input` where they overlap */
export async function orderedMounts(
  tx: Tx,
  { order: { volumes = [] }, accountId, named }: MountParts,
): Promise<VolumeMount[]> {
  const mounts = VolumeMounts.safeParse([...volumes, ...(await namedMounts(tx, accountId, named))])
  if (!mounts.success) throw fieldRefusal(mounts.error, 'volumes')
  return mounts.data
}
