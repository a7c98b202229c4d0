import { isAbort } from '@gridloom/client/api-error'
import { type Command, CommanderError } from 'commander'
import { agentWords } from './commands/machines/agent.ts'
import { openCtx, outputFor, type ProgramEnvironment } from './container.ts'
import type { Ctx } from './ctx.ts'
import { CancelledError } from './errors.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import type { Output } from './output/output.ts'
import { cliProblemOf } from './problem.ts'
import { buildProgram } from './program.ts'
import { version } from './version.ts'

/** Runs one command line (without the program's own name) and resolves with its exit code. */
export async function runCli(
  words: readonly string[],
  outside: ProgramEnvironment,
): Promise<number> {
  const forAgent = agentWords(words)
  if (forAgent) return outside.host.runAgent(forAgent)
  let ctx: Ctx | undefined
  const program = buildProgram((command) => {
    ctx = openCtx(outside, command)
    return ctx
  }, version)
  writeThrough(program, outside)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    const json = ownWords(words).includes('--json')
    reportProblem(ctx?.output ?? outputFor(outside, { json }), error, ctx?.serverUrl ?? '')
    return exitCodeOf(error)
  }
}

function reportProblem(output: Output, error: unknown, serverUrl: string): void {
  // The parser has printed its error already, and a Ctrl-C needs no message.
  if (error instanceof CommanderError || isAbort(error)) return
  const problem = cliProblemOf(error, serverUrl)
  if (problem === undefined) return
  if (error instanceof CancelledError && output.format === 'human') output.note(problem.text)
  else output.error(problem)
}

/** The arguments before `--`; those after it belong to a remote command. */
function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** Sends the parser's output to ours, and makes it throw errors instead of exiting. */
function writeThrough(program: Command, { stdout, stderr }: ProgramEnvironment): void {
  for (const command of [program, ...allBelow(program)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
  }
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allBelow(child)])
}
