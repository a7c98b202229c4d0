import { sessionLimits } from '@gridloom/contract/agent/session-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { AccountActor } from '../../platform/ctx.ts'
import { readAuthorizedKeys } from '../keys/index.ts'
import type { SshCtx } from './ctx.ts'

/**
 * Reads lines of authorized_keys for one connection of a user to the SSH server inside an instance: the authority of
 * certificates that name the instance, and the user's own keys, the newest where an agent does not take all.
 */
export async function readServerKeys(
  { db, sshAuthority }: Pick<SshCtx, 'db' | 'sshAuthority'>,
  { accountId, userId }: Pick<AccountActor, 'accountId' | 'userId'>,
  instanceId: InstanceId,
): Promise<string[]> {
  const keysOf = await readAuthorizedKeys(db, [{ accountId, userId }])
  const authority = `cert-authority,principals="${instanceId}" ${sshAuthority.publicKey}`
  return [authority, ...fitting(keysOf({ accountId, userId }), authority.length)]
}

function fitting(keys: readonly string[], used: number): string[] {
  const fits: string[] = []
  let left = sessionLimits.authorizedKeysBytes - used
  for (const key of keys.toReversed()) {
    left -= key.length
    if (left < 0) break
    fits.push(key)
  }
  return fits
}
