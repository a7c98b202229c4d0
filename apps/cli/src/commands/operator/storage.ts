import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatBytes } from '../../output/format.ts'

export function addStorage(operator: Command, open: Open): void {
  operator
    .command('storage')
    .summary("show the server's disk")
    .description(
      'Show what is free of the disk of the server, and what is kept free. Below that it takes no new scenes and pictures.',
    )
    .addHelpText('after', examples('operator storage'))
    .action((_options: object, command: Command) => storage(open(command)))
}

async function storage(ctx: Ctx): Promise<void> {
  const now = await ctx.client.operator.storage({ signal: ctx.signal })
  const free = `${formatBytes(now.free_bytes)} of ${formatBytes(now.total_bytes)} are free`
  await ctx.output.result(now, () =>
    now.takes_files
      ? `${free}; ${formatBytes(now.reserve_bytes)} are kept in reserve.`
      : `${free}, less than the reserve of ${formatBytes(now.reserve_bytes)}: new files are refused.`,
  )
}
