import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { numberOf, type TypedNumber } from '../../ui/form/typed.ts'

/** The input of a readiness check; the fields of other kinds are kept when the kind changes. */
export interface ReadinessDraft {
  readonly kind: Readiness['kind']
  readonly port: string
  readonly path: string
  /** Run by a shell, unless it is still what `exact` shows as. */
  readonly command: string
  /** The stored command word for word, with the text that it is shown as. */
  readonly exact?: { readonly text: string; readonly words: readonly string[] }
  readonly timeoutS: TypedNumber
}

export const emptyReadiness: ReadinessDraft = {
  kind: 'started',
  port: '',
  path: '/',
  command: '',
  timeoutS: 300,
}

/** Builds the check for the API, which rejects invalid fields. */
export function toReadiness(draft: ReadinessDraft) {
  const { kind, path, exact } = draft
  const timeout_s = numberOf(draft.timeoutS)
  switch (kind) {
    case 'started':
      return { kind }
    case 'exec':
      return {
        kind,
        command: exact?.text === draft.command ? exact.words : ['sh', '-c', draft.command],
        timeout_s,
      }
    case 'http':
      return { kind, port: numberOf(draft.port), path, timeout_s }
    case 'tcp':
      return { kind, port: numberOf(draft.port), timeout_s }
  }
}

/** Returns the input that shows a stored check, and gives the same check back. */
export function readinessDraftOf(check: Readiness): ReadinessDraft {
  switch (check.kind) {
    case 'started':
      return emptyReadiness
    case 'exec': {
      const text = commandText(check.command)
      const exact = { text, words: check.command }
      return { ...timed(check), kind: 'exec', command: text, exact }
    }
    case 'http':
      return { ...timed(check), kind: 'http', port: String(check.port), path: check.path }
    case 'tcp':
      return { ...timed(check), kind: 'tcp', port: String(check.port) }
  }
}

/** Shows a command as one line: what runs in `sh -c` is shown without it. */
export function commandText(words: readonly string[]): string {
  const [shell, flag, script, ...rest] = words
  if (shell === 'sh' && flag === '-c' && script !== undefined && rest.length === 0) return script
  return words.map((word) => (word === '' ? "''" : quoteShell(word))).join(' ')
}

function timed({ timeout_s: timeoutS }: { timeout_s: number }): ReadinessDraft {
  return { ...emptyReadiness, timeoutS }
}
