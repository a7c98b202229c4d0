import type { User } from '@gridloom/contract/operator/user'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatSince, shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

interface UsersOptions {
  suspended?: boolean
  page?: number
  limit?: number
}

export function addUsers(operator: Command, open: Open): void {
  operator
    .command('users')
    .argument('[search]', 'part of an email address or name')
    .summary('list accounts')
    .description('List accounts with their machines, instances and balance, newest first.')
    .option('--suspended', 'only suspended accounts')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'accounts per page', wholeNumber('--limit', 1, 100))
    .addHelpText('after', examples('operator users', 'operator users ada'))
    .action((search: string | undefined, options: UsersOptions, command: Command) =>
      showUsers(open(command), search, options),
    )
}

async function showUsers(
  ctx: Ctx,
  search: string | undefined,
  { suspended, page = 1, limit = 20 }: UsersOptions,
): Promise<void> {
  const query = {
    page,
    page_size: limit,
    ...(search === undefined ? {} : { search }),
    ...(suspended === undefined ? {} : { suspended }),
  }
  const found = await ctx.client.operator.users({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.users.length === 0
      ? 'No accounts found.'
      : userTable(draw, found.users, ctx.host.nowMs()),
  )
  const pages = Math.ceil(found.total / limit)
  if (pages > 1) ctx.output.note(`Page ${page} of ${pages}.`)
}

function userTable(draw: Draw, users: readonly User[], nowMs: number): string {
  return draw.table(
    [
      { title: 'ACCOUNT' },
      { title: 'EMAIL', cutTo: 16 },
      { title: 'NAME', cutTo: 8, dropRank: 2 },
      { title: 'STATE' },
      { title: 'MACHINES', align: 'right', dropRank: 3 },
      { title: 'INSTANCES', align: 'right', dropRank: 3 },
      { title: 'AVAILABLE', align: 'right' },
      { title: 'LAST SEEN', align: 'right', dropRank: 1 },
    ],
    users.map((user) => [
      { text: shortId(user.account_id), tone: 'strong' },
      user.email,
      user.username,
      stateOf(user),
      String(user.machines),
      String(user.instances),
      formatUsd(user.available_micro_usd),
      formatSince(user.last_seen_at, nowMs),
    ]),
  )
}

function stateOf({ suspended_at, role, email_verified, has_access }: User): string {
  if (suspended_at !== null) return 'suspended'
  if (role === 'operator') return 'operator'
  if (!email_verified) return 'unverified'
  return has_access ? 'open' : 'no code'
}
