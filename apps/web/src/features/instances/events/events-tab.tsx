import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { IconTimelineEvent } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { instanceEventsQuery } from '../api/list-events.ts'
import { EventLine } from './event-line.tsx'
import styles from './events-tab.module.css'

/** What happened to the instance, newest first. */
export function EventsTab({ instance }: { instance: Instance }) {
  const query = useInfiniteQuery(instanceEventsQuery(useClient(), instance.id))
  const events = query.data?.pages.flatMap((page) => page.events)
  return (
    <Section title="Events" note="Kept as long as the receipt">
      {query.isPending && <SkeletonRows rows={6} rowHeight={36} label="Loading the events" />}
      {query.error && events === undefined && (
        <ErrorState
          title="The events could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
        />
      )}
      {events?.length === 0 && (
        <EmptyState icon={<IconTimelineEvent size={20} stroke={1.6} />} title="No events yet">
          Starts, stops and everything else that happens to the instance appears here.
        </EmptyState>
      )}
      {events && events.length > 0 && (
        <ol className={styles.events} aria-label="Events">
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier events
          </Button>
        </div>
      )}
    </Section>
  )
}
