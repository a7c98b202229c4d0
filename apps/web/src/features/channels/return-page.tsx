import { ApiError, isAbort } from '@gridloom/client/api-error'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'
import styles from './channels.module.css'
import { isReddit } from './connect-section.tsx'

/** `/ambassador/manage/return`: where channels come back to. Finishes the connection and goes on to the channels. */
export function ReturnPage() {
  const search = useSearch({ from: '/shell/ambassador/manage/return' })
  const query = `?${new URLSearchParams(search)}`
  const client = useClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  // A query, so that rendering the page twice finishes it only once.
  const finished = useQuery({
    queryKey: keys.finishedConnection(query),
    queryFn: () => client.channels.finish({ body: { query } }),
    enabled: ({ state }) => state.data === undefined && state.error === null,
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const handle = finished.data?.handle
  useShownInPlace(finished.error)
  const goOn = useEffectEvent((connected: string) => {
    toasts.show({ type: 'success', message: `${connected} is connected` })
    // @NOTE a failed navigation shows its own error
    void navigate({ to: '/ambassador/manage', replace: true })
  })
  useEffect(() => {
    if (handle !== undefined) goOn(handle)
  }, [handle])

  return (
    <Page title="Connect a channel">
      <Section title={finished.isError ? 'Not connected' : 'Finishing the connection'}>
        {finished.isError && !isAbort(finished.error) ? (
          <Failed error={finished.error} />
        ) : (
          <Loader size="sm" aria-label="Finishing the connection" />
        )}
      </Section>
    </Page>
  )
}

function Failed({ error }: { error: Error }) {
  const { text, remedy } = describeError(error)
  const details = error instanceof ApiError ? error.details : {}
  return (
    <>
      <p role="alert" className={styles.failed}>
        {text} {remedy}
      </p>
      <div className={styles.buttons}>
        <Button component={Link} to="/ambassador/manage" variant="filled">
          Back to channels
        </Button>
        {isReddit(details.channel) && (
          <Button component="a" href="/subreddit-error?reason=access_denied">
            Help with Reddit
          </Button>
        )}
      </div>
    </>
  )
}
