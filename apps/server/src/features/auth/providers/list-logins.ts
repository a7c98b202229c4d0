import type { Login } from '@gridloom/contract/auth/login-provider'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { loginsOf } from './logins-store.ts'

/** The sign-in providers that are connected with the caller's account, oldest first. */
export function listLogins(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<Login[]> {
  return loginsOf(ctx.db, userOf(ctx))
}
