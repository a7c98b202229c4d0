import { AccountId } from '@gridloom/contract/core/ids'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { auditTable } from '../../output/audit-table.ts'
import { findUser } from '../../resolve/find-user.ts'

interface AuditOptions {
  account?: string
  action?: string
  page?: number
  limit?: number
}

export function addAudit(operator: Command, open: Open): void {
  operator
    .command('audit')
    .summary('show the audit log of all accounts')
    .description('Show the audit log of all accounts, newest first. Times are UTC.')
    .option('--account <account>', 'filter by account: email or ID')
    .option('--action <name>', 'filter by action, such as instances.destroy')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'entries per page', wholeNumber('--limit', 1, 100))
    .addHelpText('after', examples('operator audit', 'operator audit --action operator.suspend'))
    .action((options: AuditOptions, command: Command) => showAudit(open(command), options))
}

async function showAudit(ctx: Ctx, options: AuditOptions): Promise<void> {
  const { account, action, page = 1, limit = 20 } = options
  const query = {
    page,
    page_size: limit,
    ...(action === undefined ? {} : { action }),
    ...(account === undefined ? {} : { account_id: await accountIdOf(ctx, account) }),
  }
  const found = await ctx.client.audit.listAll({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) => auditTable(draw, found.entries))
  const pages = Math.ceil(found.total / limit)
  if (pages > 1) ctx.output.note(`Page ${page} of ${pages}.`)
}

/** Closed accounts and companies can be found only by their ids. */
async function accountIdOf(ctx: Ctx, wanted: string): Promise<string> {
  const id = AccountId.safeParse(wanted)
  return id.success ? id.data : (await findUser(ctx, wanted)).account_id
}
