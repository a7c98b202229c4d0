import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addStorage(operator: Command, open: Open): void {
  operator
    .command('storage')
    .summary('show disk usage of the server')
    .description(
      "Show free space and reserve of the server's disk. Below the reserve, new scenes and pictures are rejected.",
    )
    .addHelpText('after', examples('operator storage'))
    .action((_options: object, command: Command) => storage(open(command)))
}

async function storage(ctx: Ctx): Promise<void> {
  const now = await ctx.client.operator.storage({ signal: ctx.signal })
  const free = `${formatBytes(now.free_bytes)} of ${formatBytes(now.total_bytes)} free`
  await ctx.output.result(now, () =>
    now.takes_files
      ? `${free}, reserve ${formatBytes(now.reserve_bytes)}.`
      : `${free}, below the reserve of ${formatBytes(now.reserve_bytes)}. New files are rejected.`,
  )
}
