import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { instanceFacts } from '../../output/instance-facts.ts'
import { findInstance } from '../../resolve/find-instance.ts'

export function addInspect(program: Command, open: Open): void {
  program
    .command('inspect')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show details of an instance')
    .description('Show details of an instance, including destroyed ones.')
    .addHelpText('after', examples('inspect trial', 'inspect 8hjkmnpq --json'))
    .action((instance: string, _options: object, command: Command) =>
      inspect(open(command), instance),
    )
}

async function inspect(ctx: Ctx, wanted: string): Promise<void> {
  const instance = await findInstance(ctx, wanted, 'all')
  await ctx.output.result(instance, (draw) => instanceFacts(draw, instance, ctx.host.nowMs()))
}
