import { keys } from '@gridloom/contract/keys/endpoints'
import type { Ctx } from '../../../platform/ctx.ts'
import type { AllFeatures } from '../../../platform/feature.ts'
import type { Routes } from '../../../platform/http/routes.ts'
import { addSshKey } from './add-ssh-key.ts'
import { listSshKeys } from './list-ssh-keys.ts'
import { removeSshKey } from './remove-ssh-key.ts'

/** Mounts the user's public SSH keys. */
export function sshKeyRoutes<C extends Ctx>(
  routes: Routes<C>,
  all: Pick<AllFeatures, 'runHooks'>,
): void {
  routes.on(keys.addSshKey, (ctx, { body }) => addSshKey(ctx, body, all))
  routes.on(keys.sshKeys, (ctx) => listSshKeys(ctx))
  routes.on(keys.removeSshKey, async (ctx, { params }) => {
    await removeSshKey(ctx, params.id, all)
    return {}
  })
}
