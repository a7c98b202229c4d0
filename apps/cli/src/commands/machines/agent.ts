import type { Command } from 'commander'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'

/** Adds the entry for the help; its arguments never reach it, see {@link agentWords}. */
export function addAgent(program: Command): void {
  program
    .command('agent')
    .argument('[words...]', 'agent command: enrol, run, doctor; see "gridloom agent --help"')
    .summary('manage the agent on this computer')
    .addHelpText(
      'after',
      examples('agent doctor', 'agent run --server URL --token-file FILE', 'agent --help'),
    )
    .action(() => {
      throw new UsageError('"agent" must be the first word: gridloom agent doctor')
    })
}

/** The arguments to pass unchanged to the agent's own program; undefined for every other command line. */
export function agentWords(words: readonly string[]): readonly string[] | undefined {
  return words[0] === 'agent' ? words.slice(1) : undefined
}
