import { Argument, type Command } from 'commander'
import type { Candidate } from '../../completion/candidate.ts'
import { completeWords } from '../../completion/complete-words.ts'
import { listNames } from '../../completion/named-kinds.ts'
import { type Shell, shellScripts, shells } from '../../completion/shell-scripts.ts'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

/** Adds `completion`, which prints a script for a shell, and the hidden `complete` that the script runs. */
export function addCompletion(program: Command, open: Open): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .summary('set up completion in your shell')
    .description(
      'Print a script that completes commands, options, and the names of your instances, machines, models and render jobs.',
    )
    .addHelpText(
      'after',
      examples(
        'completion bash > ~/.local/share/bash-completion/completions/gridloom',
        'completion zsh > ~/.zfunc/_gridloom',
        'completion fish > ~/.config/fish/completions/gridloom.fish',
      ),
    )
    .action((shell: Shell, _options: object, command: Command) => {
      const script = shellScripts[shell]
      return open(command).output.result({ shell, script }, () => script)
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'words up to the cursor')
    .action((words: readonly string[], _options: object, command: Command) =>
      printCandidates(program, open(command), words),
    )
}

async function printCandidates(
  program: Command,
  ctx: Ctx,
  words: readonly string[],
): Promise<void> {
  const candidates = await candidatesFor(program, ctx, words)
  await ctx.output.result(candidates, () =>
    candidates.map(({ value, text }) => `${value}\t${text}`).join('\n'),
  )
}

async function candidatesFor(
  program: Command,
  ctx: Ctx,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const completion = completeWords(program, words)
  if (completion.kind === 'listed') return completion.candidates
  if (completion.kind === 'none') return []
  // @NOTE signed out or offline there are no names; an error would be printed into the line that is being typed
  return listNames(ctx, completion.names, words.at(-1) ?? '').catch(() => [])
}
