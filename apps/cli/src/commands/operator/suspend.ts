import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findUser } from './users.ts'

/** `suspend` and `restore`: closes an account to its owner, and opens it again. */
export function addSuspend(operator: Command, open: Open): void {
  operator
    .command('suspend')
    .argument('<account>', 'address or id')
    .requiredOption('--reason <text>', 'why; its owner reads it')
    .summary('close an account to its owner')
    .description(
      'Close an account to its owner: sessions end, keys stop working, machines leave the market. ' +
        'What runs goes on.',
    )
    .addHelpText('after', examples('operator suspend eve@example.com --reason "Mined coins"'))
    .action((wanted: string, { reason }: { reason: string }, command: Command) =>
      suspend(open(command), wanted, reason),
    )
  operator
    .command('restore')
    .argument('<account>', 'address or id')
    .summary('open a suspended account again')
    .description('Open a suspended account again.')
    .addHelpText('after', examples('operator restore eve@example.com'))
    .action((wanted: string, _options: object, command: Command) => restore(open(command), wanted))
}

async function suspend(ctx: Ctx, wanted: string, reason: string): Promise<void> {
  const { account_id: id } = await findUser(ctx, wanted)
  const wish = { params: { id }, body: { reason }, signal: ctx.signal }
  const user = await ctx.client.operator.suspend(wish)
  await ctx.output.result(user, () => `${user.email} is suspended.`)
}

async function restore(ctx: Ctx, wanted: string): Promise<void> {
  const { account_id: id } = await findUser(ctx, wanted)
  const user = await ctx.client.operator.restore({ params: { id }, signal: ctx.signal })
  await ctx.output.result(user, () => `${user.email} is open again.`)
}
