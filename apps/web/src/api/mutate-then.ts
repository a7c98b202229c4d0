import type { UseMutationResult } from '@tanstack/react-query'

/**
 * Runs a mutation, and `onSuccess` after it, even if the component is unmounted by then.
 * The callbacks of `mutate` are dropped in that case, which loses the toast of a list entry that
 * disappears as soon as its list is fetched again. A failure is left to `mutation.error`, unless `onError` shows it.
 */
export function mutateThen<Variables, Data>(
  mutation: Pick<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>,
  variables: Variables,
  onSuccess: (data: Data) => unknown,
  onError: (error: Error) => void = ignore,
): void {
  mutation.mutateAsync(variables).then(onSuccess, onError)
}

/** The mutation keeps the error, and its screen shows it. */
function ignore(): void {}
