import { endpoints } from 'virtual:api-facts'
import { Button } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { renderJobsQuery, renderPageSize } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { SidePanel, WithSide } from '../../ui/components/side-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { JobTable } from './listing/job-table.tsx'
import styles from './listing/listing.module.css'

const crumbs = [{ text: 'Render', to: '/render' }]

/** `/render/listing`: all render jobs, newest first. */
export function ListingPage() {
  const { page, turnTo } = usePage()
  const list = useQuery(renderJobsQuery(useClient(), page))
  return (
    <Page
      title="Render jobs"
      crumbs={crumbs}
      actions={<ListingActions page={page} isEmpty={list.data?.total === 0} />}
    >
      {list.data?.total === 0 && <NoJobs />}
      {list.data?.total !== 0 && (
        <section className={styles.frame} aria-label="Render jobs">
          {list.isPending && (
            <SkeletonRows rows={4} label="Loading your render jobs" rowHeight={72} />
          )}
          {list.error && list.data === undefined && (
            <ErrorState
              title="Your render jobs could not be loaded"
              error={list.error}
              retry={() => void list.refetch()}
            />
          )}
          {list.data && (
            <>
              <JobTable jobs={list.data.jobs} />
              <Pages
                page={page}
                total={list.data.total}
                pageSize={renderPageSize}
                turnTo={turnTo}
              />
            </>
          )}
        </section>
      )}
    </Page>
  )
}

function ListingActions({ page, isEmpty }: { page: number; isEmpty: boolean }) {
  return (
    <>
      <AsCode
        actions={[
          {
            name: 'List your render jobs',
            endpoint: endpoints.rendering.list,
            input: { query: page > 1 ? { page } : {} },
          },
        ]}
      />
      {!isEmpty && (
        <Button variant="filled" component={Link} to="/render">
          New render
        </Button>
      )}
    </>
  )
}

function NoJobs() {
  return (
    <WithSide side={<OtherWays />}>
      <section className={styles.frame} aria-label="Render jobs">
        <EmptyState
          icon={<IconMovie size={20} stroke={1.6} />}
          title="No render jobs yet"
          action={
            <Button variant="filled" component={Link} to="/render">
              Upload a scene
            </Button>
          }
        >
          Render jobs appear here, with their frames, progress and cost.
        </EmptyState>
      </section>
    </WithSide>
  )
}

function OtherWays() {
  return (
    <>
      <SidePanel title="From Blender">
        <p>The add-on uploads the open scene and follows its progress in Properties › Output.</p>
        <p>
          <a href="/render/addon">Get the add-on</a>
        </p>
      </SidePanel>
      <SidePanel title="From the command line">
        <CopyLine
          label="Command that renders a file"
          text={'gridloom render scene.blend \\\n  --frames 1-50 --budget 2'}
        />
      </SidePanel>
    </>
  )
}

/** Returns the page of the list, which is in the URL. */
function usePage() {
  const search: { page?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    page: typeof search.page === 'number' ? search.page : 1,
    turnTo(page: number) {
      void navigate({ to: '/render/listing', search: page > 1 ? { page } : {} })
    },
  }
}
