import type { SharedChat } from '@gridloom/contract/chat/chat'
import type { Ctx } from '../../platform/ctx.ts'
import { hashSecret } from '../../platform/ids.ts'
import { noSuch } from './owned-chat.ts'
import { findShared } from './shares-store.ts'

/** What the link with this secret shows. @throws Refused `not_found`, alike where it ended and where it never was */
export async function readShared({ db }: Pick<Ctx, 'db'>, secret: string): Promise<SharedChat> {
  const shared = await findShared(db, hashSecret(secret))
  if (shared === undefined) throw noSuch('shared chat')
  return shared
}
