import { limits } from '@gridloom/contract/core/constants'
import type { ExecExit } from '@gridloom/contract/instances/exec'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { ExitWith, exitCodes } from '../../exit-codes.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface ExecOptions {
  timeout?: number
  stdin?: boolean
}

export function addExec(program: Command, open: Open): void {
  program
    .command('exec')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('<command...>', 'command to run, after --')
    .summary('run a command in an instance')
    .description(
      'Run a command in an instance. Passes its output through and exits with its exit code.',
    )
    .option('--timeout <s>', 'timeout', wholeNumber('--timeout', 1, limits.execTimeoutS))
    .option('-i, --stdin', 'pass standard input to the command')
    .addHelpText(
      'after',
      examples(
        'exec trial -- nvidia-smi',
        "exec trial -- sh -c 'du -sh /root | sort'",
        'exec -i trial -- sh < setup.sh',
      ),
    )
    .action((instance: string, words: string[], options: ExecOptions, command: Command) =>
      exec(open(command), { wanted: instance, words, options }),
    )
}

interface ExecArguments {
  wanted: string
  words: string[]
  options: ExecOptions
}

async function exec(ctx: Ctx, { wanted, words, options }: ExecArguments): Promise<void> {
  const { id } = await findInstance(ctx, wanted)
  const stdin = options.stdin ? await ctx.host.readStdin() : undefined
  const stream = ctx.client.instances.exec({
    params: { id },
    body: { command: words, timeout_s: options.timeout, stdin },
    signal: ctx.signal,
  })
  for await (const event of stream) {
    if (ctx.output.format === 'json') await ctx.output.item(event, () => '')
    else if (event.event === 'output') {
      await ctx.output.bytes(event.data.stream, Buffer.from(event.data.base64, 'base64'))
    }
    if (event.event === 'exit') throw endOf(event.data)
  }
  ctx.signal.throwIfAborted()
}

/** Maps the end of the command to the exit code of the program: the command's own, if it has one. */
function endOf({ exit_code, ended }: ExecExit): Error {
  switch (ended) {
    case 'exited':
      return new ExitWith(exit_code ?? exitCodes.failure)
    case 'timed_out':
      return new ExitWith(exitCodes.timedOutInside, 'The command timed out.')
    case 'output_limit':
      return new FailedError('The command exceeded the output limit and was stopped.')
    case 'instance_stopped':
      return new FailedError('The instance stopped before the command finished.')
    default:
      return assertNever(ended)
  }
}
