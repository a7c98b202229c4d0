import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { auditTable } from '../../output/audit-table.ts'

interface AuditOptions {
  page?: number
  limit?: number
}

export function addAccountAudit(account: Command, open: Open): void {
  account
    .command('audit')
    .summary("show your account's audit log")
    .description(
      "Show your account's audit log: each action, who performed it and from where, newest first.",
    )
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 100_000))
    .option('--limit <n>', 'entries per page', wholeNumber('--limit', 1, 100))
    .addHelpText('after', examples('account audit', 'account audit --limit 100 --json'))
    .action((options: AuditOptions, command: Command) => showAudit(open(command), options))
}

async function showAudit(ctx: Ctx, { page = 1, limit = 20 }: AuditOptions): Promise<void> {
  const query = { page, page_size: limit }
  const found = await ctx.client.audit.listOwn({ query, signal: ctx.signal })
  await ctx.output.result(found, (draw) => auditTable(draw, found.entries))
  const pages = Math.ceil(found.total / limit)
  if (pages > 1) ctx.output.note(`Page ${page} of ${pages}.`)
}
