import { isAbort } from '@gridloom/client/api-error'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { leaveFor } from '../../../browser/leave-for.ts'
import { Page } from '../../../ui/components/page.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'

/** `/ports/open`: signs the browser in to a port address, which sent it here, and goes back there. */
export function OpenPortPage() {
  const search: { address?: string; state?: string; path?: string } = useSearch({ strict: false })
  const { address = '', state = '', path = '/' } = search
  const client = useClient()
  // A query, so that rendering the page twice signs in once.
  const signedIn = useQuery({
    queryKey: keys.portSignIn(state),
    queryFn: () => client.ports.signIn({ body: { address, state, path } }),
    enabled: ({ state: { data } }) => data === undefined,
    retry: false,
    gcTime: 0,
  })
  const url = signedIn.data?.url
  const goOn = useEffectEvent(leaveFor)
  useEffect(() => {
    if (url !== undefined) goOn(url)
  }, [url])
  return (
    <Page title="Open port">
      {signedIn.isError && !isAbort(signedIn.error) ? (
        <ErrorState
          title="This address could not be opened"
          error={signedIn.error}
          text="It does not exist, or you don’t have access to it. Check the address, or sign in as a user of the account that rents the instance."
        />
      ) : (
        <EmptyState
          title={`Opening ${address}`}
          icon={<Loader size="sm" aria-label="Opening" />}
          action={
            <Button renderRoot={(props) => <Link {...props} to="/instance/myinstance" />}>
              My instances
            </Button>
          }
        >
          You’ll be redirected to the address.
        </EmptyState>
      )}
    </Page>
  )
}
