import { endpoints } from 'virtual:api-facts'
import type { Instance } from '@gridloom/contract/instances/instance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Button, SegmentedControl } from '@mantine/core'
import { IconBox, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery, instancesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SidePanel, WithSide } from '../../ui/components/side-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { formatPerHour } from '../../ui/format/money.ts'
import { searchInstancesQuery } from './api/search-instances.ts'
import { chargedNow } from './cost.ts'
import styles from './list/instance-list.module.css'
import { InstanceTable } from './list/instance-table.tsx'
import { InstanceFilters } from './list/list-filters.tsx'
import { type ListFilters, statesOf, useListFilters } from './list/use-list-filters.ts'

/** `/instance/myinstance`: all instances with their state, price and actions, and the total spend rate. */
export function InstancesPage() {
  const client = useClient()
  const { filters, setFilters } = useListFilters()
  const list = useList(filters)
  const isFiltered = isNarrowed(filters)
  const balance = useQuery(balanceQuery(client))
  const lastsS = balance.data?.lasts_s ?? null
  return (
    <Page
      title="My instances"
      lead={list.data && <Lead instances={list.data} lastsS={lastsS} />}
      actions={
        <ListActions
          which={filters.which}
          onWhich={(which) => setFilters({ which })}
          isEmpty={list.data?.length === 0 && !isFiltered}
        />
      }
    >
      {(isFiltered || (list.data && list.data.length > 0)) && (
        <InstanceFilters
          filters={filters}
          projects={list.data?.some(({ project }) => project !== null) ? 'some' : 'none'}
          onChange={setFilters}
        />
      )}
      {list.isPending && (
        <div className={styles.frame}>
          <SkeletonRows rows={4} label="Loading your instances" rowHeight={64} />
        </div>
      )}
      {list.error && list.data === undefined && (
        <div className={styles.frame}>
          <ErrorState
            title="Your instances could not be loaded"
            error={list.error}
            retry={() => void list.refetch()}
          />
        </div>
      )}
      {list.data?.length === 0 && (isFiltered ? <NoMatch /> : <NoInstances />)}
      {list.data && list.data.length > 0 && <InstanceTable instances={list.data} />}
    </Page>
  )
}

/** The whole list, which events keep, or the one that the server filters. */
function useList(filters: ListFilters) {
  const client = useClient()
  const { which, q, state, project } = filters
  const isFiltered = isNarrowed(filters)
  const whole = useQuery({ ...instancesQuery(client, which), enabled: !isFiltered })
  const search = { q, project, state: statesOf(state), destroyed: which === 'all' }
  const matching = useQuery({ ...searchInstancesQuery(client, search), enabled: isFiltered })
  return isFiltered ? matching : whole
}

function isNarrowed({ q, state, project }: ListFilters): boolean {
  return q !== '' || state !== null || project !== null
}

interface ListActionsProps {
  which: ListFilters['which']
  onWhich: (which: ListFilters['which']) => void
  isEmpty: boolean
}

function ListActions({ which, onWhich, isEmpty }: ListActionsProps) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Filter instances"
        value={which}
        onChange={onWhich}
        data={[
          { value: 'present', label: 'Active' },
          { value: 'all', label: 'All' },
        ]}
      />
      <AsCode
        actions={[
          { name: 'List your instances', endpoint: endpoints.instances.list, cli: 'gridloom ps' },
          {
            name: 'Search your instances',
            endpoint: endpoints.instances.list,
            input: { query: { q: 'train', state: 'running,stopped' } },
            cli: 'gridloom ps --search train --state running,stopped',
          },
          {
            name: 'Stop several instances',
            endpoint: endpoints.instances.act,
            input: { body: { action: 'stop', ids: ['ins_…', 'ins_…'] } },
            cli: 'gridloom stop LABEL LABEL',
          },
          {
            name: 'List all events',
            endpoint: endpoints.instances.allEvents,
            cli: 'gridloom events',
          },
        ]}
      />
      {!isEmpty && (
        <Button variant="filled" component={Link} to="/instance">
          Rent
        </Button>
      )}
    </>
  )
}

interface LeadProps {
  instances: readonly Instance[]
  lastsS: number | null
}

function Lead({ instances, lastsS }: LeadProps) {
  const running = instances.filter(({ state }) => state === 'running').length
  const burn = instances.reduce((sum, instance) => sum + chargedNow(instance), 0)
  const parts = [
    running === 0 ? 'none running' : `${running} running`,
    burn === 0 ? 'no charges' : `spending ${formatPerHour(burn)}`,
    ...(lastsS === null ? [] : [`balance lasts ${formatDuration(lastsS)}`]),
  ]
  const text = parts.join(' · ')
  return <span className="gl-num">{text.charAt(0).toUpperCase() + text.slice(1)}</span>
}

function NoMatch() {
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconSearch size={20} stroke={1.6} />} title="No instance matches">
        Try another text, state or project. Destroyed instances are searched under “All”.
      </EmptyState>
    </div>
  )
}

function NoInstances() {
  return (
    <WithSide side={<CommandLine />}>
      <div className={styles.frame}>
        <EmptyState
          icon={<IconBox size={20} stroke={1.6} />}
          title="No instances yet"
          action={
            <Button variant="filled" component={Link} to="/instance">
              Browse offers
            </Button>
          }
        >
          Containers that you rent appear here, with their state, cost and a terminal.
        </EmptyState>
      </div>
    </WithSide>
  )
}

function CommandLine() {
  return (
    <>
      <SidePanel title="From the command line">
        <CopyLine
          label="Commands that rent an instance"
          text={
            'gridloom offers\ngridloom rent OFFER \\\n  --template shell --wait\ngridloom shell LABEL'
          }
        />
      </SidePanel>
      <SidePanel title="What it costs">
        <p>
          The price is charged per second, from when the instance is ready or you first use it.
          Pulling the image is free.
        </p>
      </SidePanel>
    </>
  )
}
