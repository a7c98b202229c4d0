import { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { instanceQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { instanceStatus } from '../../shared/status/instance-status.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { StaleNote } from '../../ui/components/time-ago.tsx'
import { BlockedStart, StopNotice } from './automation/stop-notice.tsx'
import { ClusterNote } from './header/cluster-note.tsx'
import { InstanceBanner } from './header/instance-banner.tsx'
import { InstanceFigures } from './header/instance-figures.tsx'
import { OpenLinks } from './header/open-links.tsx'
import { instanceCode } from './instance-code.ts'
import styles from './instance-page.module.css'
import { InstanceTabs } from './instance-tabs.tsx'
import { instanceHardwareLine, instanceName } from './instance-words.ts'
import { useMetricsStream } from './metrics/use-metrics-stream.ts'
import { InstanceButtons } from './parts/instance-buttons.tsx'
import { MoveNote } from './snapshots/move-note.tsx'

const crumbs = [{ text: 'My instances', to: '/instance/myinstance' }]

/** `/instance/myinstance/{id}`: one instance with its tabs. */
export function InstancePage() {
  const params: { id?: string } = useParams({ strict: false })
  const id = InstanceId.safeParse(params.id)
  if (id.success) return <ReadInstance key={id.data} id={id.data} />
  return (
    <Page title="Instance" crumbs={crumbs}>
      <div className={styles.reach}>
        <ErrorState title="Instance not found" error={id.error} />
      </div>
    </Page>
  )
}

function ReadInstance({ id }: { id: InstanceId }) {
  const instance = useQuery(instanceQuery(useClient(), id))
  if (instance.data) return <InstanceScreen instance={instance.data} />
  return (
    <Page title="Instance" crumbs={crumbs}>
      {instance.error ? (
        <div className={styles.reach}>
          <ErrorState
            title="The instance could not be loaded"
            error={instance.error}
            retry={() => void instance.refetch()}
          />
        </div>
      ) : (
        <>
          <SkeletonBlock height={84} label="Loading the instance" />
          <SkeletonBlock height={36} label="Loading the tabs" />
          <SkeletonBlock height={320} label="Loading the overview" />
        </>
      )}
    </Page>
  )
}

function InstanceScreen({ instance }: { instance: Instance }) {
  const { tone, word } = instanceStatus(instance)
  const stream = useMetricsStream(instance)
  return (
    <Page
      title={instanceName(instance)}
      crumbs={crumbs}
      lead={`${instance.template_name} · ${instanceHardwareLine(instance)}`}
      badge={
        <span className={styles.badges} role="status">
          <StatusBadge tone={tone} word={word} />
          {instance.ready && <StatusBadge tone="good" word="Ready" look="plain" />}
          {instance.state !== 'destroyed' && <StaleNote lastSeenAt={instance.last_seen_at} />}
        </span>
      }
      actions={
        <>
          <AsCode actions={instanceCode(instance)} />
          <InstanceButtons instance={instance} />
          <OpenLinks instance={instance} />
        </>
      }
    >
      <StopNotice instance={instance} />
      <BlockedStart instance={instance} />
      <MoveNote instance={instance} />
      <ClusterNote instance={instance} />
      <InstanceBanner instance={instance} />
      <div className={styles.figures}>
        <InstanceFigures instance={instance} />
      </div>
      <InstanceTabs instance={instance} stream={stream} />
    </Page>
  )
}
