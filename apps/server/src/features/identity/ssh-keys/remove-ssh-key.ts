import { Refused } from '@gridloom/contract/errors'
import type { SshKeyId } from '@gridloom/contract/ids'
import { type Ctx, personOf } from '../../../platform/ctx.ts'
import { deleteSshKey } from './ssh-keys-store.ts'

/** Removes a public key; instances let its holder in until they start the next time. @throws Refused `not_found` */
export async function removeSshKey(ctx: Ctx, id: SshKeyId): Promise<void> {
  const accountId = personOf(ctx)
  const deleted = await ctx.transact((tx) => deleteSshKey(tx, { accountId, id }))
  if (deleted === 'none') throw new Refused('not_found', { details: { what: 'SSH key' } })
}
