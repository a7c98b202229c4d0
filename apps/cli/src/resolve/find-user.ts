import type { User } from '@gridloom/contract/operator/user'
import type { Ctx } from '../ctx.ts'
import { NotFoundError } from '../errors.ts'

/** Finds one account by its exact email address or id. @throws NotFoundError */
export async function findUser(ctx: Ctx, wanted: string): Promise<User> {
  const query = { search: wanted, page_size: 100 }
  const { users } = await ctx.client.operator.users({ query, signal: ctx.signal })
  const [user, ...more] = users.filter(
    ({ email, account_id }) =>
      email.toLowerCase() === wanted.toLowerCase() || account_id === wanted,
  )
  if (user === undefined) throw new NotFoundError(`Account "${wanted}" not found.`)
  if (more.length > 0) throw new NotFoundError(`Several accounts match "${wanted}". Use an ID.`)
  return user
}
