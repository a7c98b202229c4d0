import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findUser } from '../../resolve/find-user.ts'

/** Adds `suspend`, which locks the owner out of an account, and `restore`. */
export function addSuspend(operator: Command, open: Open): void {
  operator
    .command('suspend')
    .argument('<account>', 'email or ID')
    .requiredOption('--reason <text>', 'reason, shown to the account owner')
    .summary('suspend an account')
    .description(
      'Suspend an account: its sessions end, its keys stop working and its machines are unlisted. ' +
        'Running instances continue.',
    )
    .addHelpText('after', examples('operator suspend eve@example.com --reason "Mined coins"'))
    .action((wanted: string, { reason }: { reason: string }, command: Command) =>
      suspend(open(command), wanted, reason),
    )
  operator
    .command('restore')
    .argument('<account>', 'email or ID')
    .summary('restore a suspended account')
    .description('Restore a suspended account.')
    .addHelpText('after', examples('operator restore eve@example.com'))
    .action((wanted: string, _options: object, command: Command) => restore(open(command), wanted))
}

async function suspend(ctx: Ctx, wanted: string, reason: string): Promise<void> {
  const { account_id: id } = await findUser(ctx, wanted)
  const call = { params: { id }, body: { reason }, signal: ctx.signal }
  const user = await ctx.client.operator.suspend(call)
  await ctx.output.result(user, () => `Suspended ${user.email}.`)
}

async function restore(ctx: Ctx, wanted: string): Promise<void> {
  const { account_id: id } = await findUser(ctx, wanted)
  const user = await ctx.client.operator.restore({ params: { id }, signal: ctx.signal })
  await ctx.output.result(user, () => `Restored ${user.email}.`)
}
