import { confirm, password, select, text } from '@clack/prompts'
import { CancelledError } from '../errors.ts'
import { harmlessLine } from '../output/harmless.ts'
import type { Prompts } from './host.ts'

const output = process.stderr

/** Questions on the terminal, written to stderr so that stdout stays clean for scripts. */
export const terminalPrompts: Prompts = {
  text: async ({ message, placeholder = '' }) =>
    answered(
      await text({ message: harmlessLine(message), placeholder, output, validate: required }),
    ),
  secret: async ({ message }) =>
    answered(await password({ message: harmlessLine(message), output, validate: required })),
  confirm: async ({ message }) =>
    answered(await confirm({ message: harmlessLine(message), output, initialValue: false }))
      ? 'yes'
      : 'no',
  choose: async ({ message, options }) => {
    const shown = options.map((option) => ({ ...option, label: harmlessLine(option.label) }))
    const chosen = answered(
      await select<string>({ message: harmlessLine(message), options: shown, output }),
    )
    const option = options.find(({ value }) => value === chosen)
    if (option === undefined) throw new CancelledError('Cancelled.')
    return option.value
  },
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isAnswer(answer)) return answer
  throw new CancelledError('Cancelled.')
}

/** The library gives a symbol where the person pressed Ctrl-C. */
function isAnswer<Answer>(answer: Answer): answer is Exclude<Answer, symbol> {
  return typeof answer !== 'symbol'
}

function required(value: string | undefined): string | undefined {
  return value ? undefined : 'Please enter something.'
}
