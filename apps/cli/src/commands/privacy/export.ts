import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addExport(account: Command, open: Open): void {
  account
    .command('export')
    .summary('export all your data')
    .description('Export all your data as one JSON document on stdout.')
    .addHelpText('after', examples('account export > everything.json'))
    .action((_options: object, command: Command) => exportEverything(open(command)))
}

async function exportEverything(ctx: Ctx): Promise<void> {
  const response = await ctx.client.privacy.exportData({ signal: ctx.signal })
  for await (const bytes of response.body ?? []) await ctx.output.bytes('stdout', bytes)
}
