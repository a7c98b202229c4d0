import { limits } from '@gridloom/contract/core/constants'
import { UsageError } from '../../errors.ts'
import { wholeNumber } from '../../input/parse-values.ts'

/** Gathers the values of an option that may be repeated. */
export const several = (text: string, before: string[] = []) => [...before, text]

/** Parses how many recovery points of a kind stay. */
export const kept = (what: string) => wholeNumber(what, 0, limits.backupPointsKept)

/** What is wrong with the words of a command, by the name of the setting. */
export function usageProblem({
  issues: [issue],
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): UsageError {
  return new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}.`)
}
