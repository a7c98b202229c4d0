import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { sshKeyView } from './ssh-key-view.ts'
import { listOf } from './ssh-keys-store.ts'

/** The user's public keys, newest first. */
export async function listSshKeys(ctx: Ctx): Promise<SshKey[]> {
  return (await listOf(ctx.db, userOf(ctx))).map(sshKeyView)
}
