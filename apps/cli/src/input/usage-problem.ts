import { UsageError } from '../errors.ts'

/** What is wrong with the words of a command, by the name of the setting. */
export function usageProblem({
  issues: [issue],
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): UsageError {
  return new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}.`)
}
