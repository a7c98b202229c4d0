import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

export function addMaintenance(operator: Command, open: Open): void {
  operator
    .command('maintenance')
    .argument('[state]', 'on or off')
    .summary('show or set maintenance mode')
    .description('Show maintenance mode, or turn it on or off.')
    .addHelpText('after', examples('operator maintenance', 'operator maintenance on'))
    .action((state: string | undefined, _options: object, command: Command) =>
      maintenance(open(command), state),
    )
}

async function maintenance(ctx: Ctx, state: string | undefined): Promise<void> {
  if (state !== undefined && state !== 'on' && state !== 'off')
    throw new UsageError(`Maintenance mode must be "on" or "off", not "${state}".`)
  const { operator } = ctx.client
  const now =
    state === undefined
      ? await operator.maintenance({ signal: ctx.signal })
      : await operator.switchMaintenance({ body: { on: state === 'on' }, signal: ctx.signal })
  await ctx.output.result(now, () =>
    now.on ? `Maintenance mode is on since ${formatTime(now.since)}.` : 'Maintenance mode is off.',
  )
}
