import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../platform/ctx.ts'
import { ownedInstance } from './owned-instance.ts'
import { showInstance } from './show-instances.ts'

/** Returns one instance of the caller. @throws Refused `not_found` */
export async function readInstance(ctx: Ctx, id: InstanceId): Promise<Instance> {
  return showInstance(ctx, await ownedInstance(ctx, id))
}
