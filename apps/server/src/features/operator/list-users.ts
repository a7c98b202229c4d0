import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { User } from '@gridloom/contract/operator/user'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import { selectUsers } from './users-store.ts'

interface UsersQuery {
  search?: string | undefined
  suspended?: boolean | undefined
  page: number
  page_size: number
}

/** Accounts that are not closed, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function listUsers(
  ctx: Ctx,
  { search, suspended, page, page_size: limit }: UsersQuery,
): Promise<{ users: User[]; total: number }> {
  operatorOf(ctx)
  return selectUsers(ctx.db, {
    ...(search === undefined ? {} : { search }),
    ...(suspended === undefined ? {} : { suspended: suspended ? 'only' : 'without' }),
    limit,
    offset: (page - 1) * limit,
  })
}

/** One account as the operator sees it. @throws Refused `not_found` */
export async function showUser(ctx: Pick<Ctx, 'db'>, id: AccountId): Promise<User> {
  const { users } = await selectUsers(ctx.db, { id, limit: 1, offset: 0 })
  const [user] = users
  if (user === undefined) throw noSuchAccount()
  return user
}

export function noSuchAccount(): Refused {
  return new Refused('not_found', { details: { what: 'account' } })
}
