import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { instanceTable } from '../../output/instance-table.ts'

interface PsOptions {
  all?: boolean
}

export function addPs(program: Command, open: Open): void {
  program
    .command('ps')
    .summary('your instances')
    .description('List your instances, newest first.')
    .option('-a, --all', 'include destroyed instances')
    .addHelpText('after', examples('ps', 'ps --all --json'))
    .action((options: PsOptions, command: Command) => showInstances(open(command), options))
}

async function showInstances(ctx: Ctx, { all }: PsOptions): Promise<void> {
  const query = { destroyed: all === true }
  const instances = await ctx.client.instances.list({ query, signal: ctx.signal })
  await ctx.output.result(instances, (draw) => {
    if (instances.length === 0) return 'No instances. Browse offers: gridloom offers'
    return instanceTable(draw, instances, ctx.host.nowMs())
  })
}
