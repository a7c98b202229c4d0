import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { instanceTable } from '../../output/instance-table.ts'

interface PsOptions {
  all?: boolean
  search?: string
  state?: string
}

export function addPs(program: Command, open: Open): void {
  program
    .command('ps')
    .summary('your instances')
    .description('List your instances, newest first.')
    .option('-a, --all', 'include destroyed instances')
    .option('--search <text>', 'only those with this text in label, note, machine, image or GPU')
    .option('--state <states>', 'only those in one of these states, separated by commas')
    .addHelpText(
      'after',
      examples('ps', 'ps --all --json', 'ps --search train --state running,stopped'),
    )
    .action((options: PsOptions, command: Command) => showInstances(open(command), options))
}

async function showInstances(ctx: Ctx, { all, search, state }: PsOptions): Promise<void> {
  const isFiltered = search !== undefined || state !== undefined
  const query = {
    destroyed: all === true,
    ...(search === undefined ? {} : { q: search }),
    ...(state === undefined ? {} : { state }),
  }
  const instances = await ctx.client.instances.list({ query, signal: ctx.signal })
  await ctx.output.result(instances, (draw) => {
    if (instances.length === 0 && isFiltered) return 'No instance matches.'
    if (instances.length === 0) return 'No instances. Browse offers: gridloom offers'
    return instanceTable(draw, instances, ctx.host.nowMs())
  })
}
