import type { SharedChat } from '@gridloom/contract/chat/chat'
import type { Ctx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { noSuch } from './owned-chat.ts'
import { findShared } from './shares-store.ts'

/**
 * Returns the shared chat for the secret of a link.
 * @throws Refused `not_found`, the same for revoked links and for those that never existed
 */
export async function readShared({ db }: Pick<Ctx, 'db'>, secret: string): Promise<SharedChat> {
  const shared = await findShared(db, hashSecret(secret))
  if (shared === undefined) throw noSuch('shared chat')
  return shared
}
