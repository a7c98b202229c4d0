import type { Passkey } from '@gridloom/contract/auth/passkey'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { passkeysOf } from './passkeys-store.ts'

/** The passkeys of the caller's account, oldest first. */
export function listPasskeys(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<Passkey[]> {
  return passkeysOf(ctx.db, userOf(ctx))
}
