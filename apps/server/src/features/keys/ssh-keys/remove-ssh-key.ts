import type { SshKeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import type { AllFeatures } from '../../../platform/feature.ts'
import { deleteSshKey } from './ssh-keys-store.ts'

/** Removes a public key; running instances refuse it within seconds. @throws Refused `not_found` */
export async function removeSshKey(
  ctx: Ctx,
  id: SshKeyId,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    if ((await deleteSshKey(tx, { accountId, id })) === 'none')
      throw new Refused('not_found', { details: { what: 'SSH key' } })
    await all.runHooks('ssh_keys.changed', ctx, tx, { userId: accountId })
  })
}
