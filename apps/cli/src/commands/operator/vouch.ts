import { MachineId } from '@gridloom/contract/core/ids'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

/** Adds `vouch`: the operator vouches for a machine's renders, or stops doing so. */
export function addVouch(operator: Command, open: Open): void {
  operator
    .command('vouch')
    .argument('<machine>', 'machine ID')
    .option('--withdraw', 'withdraw the vouch')
    .summary('vouch for a rendering machine')
    .description(
      'Vouch for the renders of a machine: other machines can be checked against it, and its ' +
        'pictures are paid even if no comparable machine exists. Your own machines are vouched for automatically.',
    )
    .addHelpText('after', examples('operator vouch mch_…', 'operator vouch mch_… --withdraw'))
    .action((wanted: string, { withdraw }: { withdraw?: true }, command: Command) =>
      vouch(open(command), wanted, withdraw !== true),
    )
}

async function vouch(ctx: Ctx, wanted: string, isVouched: boolean): Promise<void> {
  const params = { id: MachineId.parse(wanted) }
  const call = { params, body: { vouched: isVouched }, signal: ctx.signal }
  const { vouched } = await ctx.client.rendering.vouch(call)
  await ctx.output.result({ id: params.id, vouched }, () =>
    vouched ? `You now vouch for ${wanted}.` : `You no longer vouch for ${wanted}.`,
  )
}
