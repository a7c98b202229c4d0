import type { Readable, Writable } from 'node:stream'
import { confirm, password, select, text } from '@clack/prompts'
import { CancelledError } from '../errors.ts'
import { harmlessLine } from '../output/harmless.ts'
import type { Prompts } from './host.ts'

interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Questions on a terminal. Text of others in them, hints and examples included, cannot control it. */
export function promptsOn(terminal: Terminal): Prompts {
  return {
    text: async ({ message, placeholder = '' }) => {
      const shown = { message: harmlessLine(message), placeholder: harmlessLine(placeholder) }
      return answered(await text({ ...terminal, ...shown, validate: required }))
    },
    secret: async ({ message }) =>
      answered(await password({ ...terminal, message: harmlessLine(message), validate: required })),
    confirm: async ({ message }) =>
      answered(await confirm({ ...terminal, message: harmlessLine(message), initialValue: false }))
        ? 'yes'
        : 'no',
    choose: async ({ message, options }) => {
      const shown = options.map(({ value, label, hint }) => ({
        value,
        label: harmlessLine(label),
        hint: harmlessLine(hint),
      }))
      const chosen = answered(
        await select<string>({ ...terminal, message: harmlessLine(message), options: shown }),
      )
      const option = options.find(({ value }) => value === chosen)
      if (option === undefined) throw new CancelledError('Cancelled.')
      return option.value
    },
  }
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isAnswer(answer)) return answer
  throw new CancelledError('Cancelled.')
}

/** The library returns a symbol when the user pressed Ctrl-C. */
function isAnswer<Answer>(answer: Answer): answer is Exclude<Answer, symbol> {
  return typeof answer !== 'symbol'
}

function required(value: string | undefined): string | undefined {
  return value ? undefined : 'Enter a value.'
}
