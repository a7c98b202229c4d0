import { type TourChange, TourName } from '@gridloom/contract/accounts/tours'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { useLocalStorage } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Choices that the server does not know yet: `true` where a tour was dismissed, `false` where it was shown again. */
type TourChoices = Readonly<Partial<Record<TourName, boolean>>>

/**
 * The choices of this browser, and the way to change them. Those of a signed-in user go to the account, see
 * {@link useStoredTours}.
 */
export function useTourChoices(details: UserDetails | undefined) {
  return useLocalStorage<TourChoices>({
    key: `tour-choices:${details?.account_id ?? ''}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
}

/**
 * Sends choices to the account, and forgets those that it has. One that cannot be sent is kept, and sent when the app
 * is next opened.
 */
export function useStoredTours(details: UserDetails | undefined): void {
  const [choices, setChoices] = useTourChoices(details)
  const { mutate, isPending, isError } = useStoreTour(({ tour }) =>
    setChoices(({ [tour]: _stored, ...others }) => others),
  )
  const maySend = details !== undefined && !isPending && !isError
  useEffect(() => {
    if (!maySend) return
    const [unsent] = TourName.options.flatMap((tour) => {
      const dismissed = choices[tour]
      return dismissed === undefined ? [] : [{ tour, dismissed }]
    })
    if (unsent !== undefined) mutate(unsent)
  }, [maySend, choices, mutate])
}

/** Stores a choice in the account. Without success nothing is lost, so that no error is shown. */
function useStoreTour(onStored: (change: TourChange) => void) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: TourChange) => client.accounts.changeTour({ body }),
    onSuccess: async ({ dismissed_tours }, change) => {
      // Details that were requested before the choice may arrive after it.
      await queryClient.cancelQueries({ queryKey: keys.details, exact: true })
      queryClient.setQueryData<UserDetails>(
        keys.details,
        (details) => details && { ...details, dismissed_tours },
      )
      onStored(change)
    },
  })
}
