import type { Dashboard } from '@gridloom/contract/dashboard/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { dashboardQuery } from './api/dashboard-query.ts'
import { dashboardCode } from './dashboard-code.ts'
import { HostingPart } from './hosting/hosting-part.tsx'
import { Newcomer } from './newcomer/newcomer.tsx'
import { RentingPart } from './renting/renting-part.tsx'

/** `/dashboard`: the account at a glance, for providers, renters, both, and newcomers. */
export function DashboardPage() {
  const dashboard = useQuery(dashboardQuery(useClient()))
  const { data } = dashboard
  return (
    <Page
      title="Dashboard"
      lead={<Lead dashboard={data} />}
      actions={<AsCode actions={dashboardCode} />}
    >
      {data && <Parts dashboard={data} />}
      {!data && dashboard.isError && (
        <ErrorState
          title="Your dashboard could not be loaded"
          error={dashboard.error}
          retry={() => void dashboard.refetch()}
        />
      )}
      {!data && !dashboard.isError && (
        <>
          <SkeletonBlock height={92} label="Loading your dashboard" />
          <SkeletonBlock height={270} label="Loading the charts" />
        </>
      )}
    </Page>
  )
}

function Lead({ dashboard }: { dashboard: Dashboard | undefined }) {
  if (dashboard === undefined) return <>Your account at a glance.</>
  if (dashboard.hosting === null && dashboard.renting === null)
    return <>Two or three steps, and there is something to see here.</>
  return (
    <>
      Updated <TimeAgo at={dashboard.as_of} />. Days, weeks and months are in UTC.
    </>
  )
}

function Parts({ dashboard: { hosting, renting } }: { dashboard: Dashboard }) {
  if (hosting === null && renting === null) return <Newcomer />
  return (
    <>
      {hosting && <HostingPart hosting={hosting} title={renting ? 'Hosting' : undefined} />}
      {renting && <RentingPart renting={renting} title={hosting ? 'Renting' : undefined} />}
    </>
  )
}
