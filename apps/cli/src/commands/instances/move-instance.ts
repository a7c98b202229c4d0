import type { Instance } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstances } from '../../resolve/find-instance.ts'
import { moveMany } from './move-many.ts'
import { type Move, outcome, type WaitOptions } from './move-outcome.ts'
import { waitForInstance, waitLimitS } from './wait-for-instance.ts'

/** Adds a command that changes the desired state, and with --wait waits until it is reached. */
export function addMove(program: Command, open: Open, move: Move): Command {
  return program
    .command(move.name)
    .argument('<instances...>', 'labels, IDs, or starts or ends of IDs')
    .summary(move.summary)
    .description(move.description)
    .option('-w, --wait', `wait until it is ${move.goal}`)
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText(
      'after',
      examples(`${move.name} trial`, `${move.name} web worker-1 worker-2 --wait`),
    )
    .action(async (wanted: string[], options: WaitOptions, command: Command) => {
      const ctx = open(command)
      await moveAll(ctx, await findInstances(ctx, wanted), { move, options })
    })
}

/** Changes the desired state of one instance, or of several with one call. */
export async function moveAll(
  ctx: Ctx,
  instances: readonly Instance[],
  given: { move: Move; options: WaitOptions },
): Promise<void> {
  const [only, ...others] = instances
  if (only === undefined) return
  await (others.length === 0 ? makeMove(ctx, only, given) : moveMany(ctx, instances, given))
}

async function makeMove(
  ctx: Ctx,
  before: Instance,
  { move, options }: { move: Move; options: WaitOptions },
): Promise<void> {
  const asked = await move.ask(ctx, before.id)
  const limitS = options.timeout ?? waitLimitS
  const after = options.wait
    ? await waitForInstance(ctx, asked, { goal: move.goal, limitS })
    : asked
  await ctx.output.result(after, () => outcome(after, move))
}
