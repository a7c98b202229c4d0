import type { Instance } from '@gridloom/contract/instances/instance'
import { Tabs } from '@mantine/core'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { PartFailure } from '../../ui/components/lazy-part-error.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { useTab } from '../../ui/components/use-tab.ts'
import { useTabInView } from '../../ui/components/use-tab-in-view.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { ExecTab } from './exec/exec-tab.tsx'
import { type FileUploads, useFileUploads } from './files/use-file-uploads.ts'
import styles from './instance-page.module.css'
import { LogsTab } from './logs/logs-tab.tsx'
import type { MetricsStreamState } from './metrics/use-metrics-stream.ts'
import { OverviewTab } from './overview/overview-tab.tsx'
import { PortsTab } from './ports/ports-tab.tsx'
import { useHasAddresses } from './ports/use-has-addresses.ts'
import { ReceiptTab } from './receipt/receipt-tab.tsx'
import { SnapshotsTab } from './snapshots/snapshots-tab.tsx'

const AutomationTab = lazyPart(
  async () => (await import('./automation/automation-tab.tsx')).AutomationTab,
)
const TerminalTab = lazyPart(async () => (await import('./terminal/terminal-tab.tsx')).TerminalTab)
const FilesTab = lazyPart(async () => (await import('./files/files-tab.tsx')).FilesTab)
const MetricsTab = lazyPart(async () => (await import('./metrics/metrics-tab.tsx')).MetricsTab)

const tabs = [
  { value: 'overview', word: 'Overview' },
  { value: 'terminal', word: 'Terminal' },
  { value: 'files', word: 'Files' },
  { value: 'ports', word: 'Ports' },
  { value: 'logs', word: 'Logs' },
  { value: 'metrics', word: 'Metrics' },
  { value: 'exec', word: 'Exec' },
  { value: 'automation', word: 'Automation' },
  { value: 'snapshots', word: 'Snapshots' },
  { value: 'events', word: 'Events' },
  { value: 'receipt', word: 'Receipt' },
] as const
type Tab = (typeof tabs)[number]['value']

/** The tabs of an instance; ports have one where they have addresses. */
function tabsWith(ports: 'addresses' | 'no_addresses') {
  const [first, ...others] = tabs
  const shown = others.filter(({ value }) => value !== 'ports' || ports === 'addresses')
  return [first, ...shown] as const
}

interface InstanceTabsProps {
  instance: Instance
  /** Whether the live metrics arrive. */
  stream: MetricsStreamState
}

/** The instance's tabs. The URL names the open one. */
export function InstanceTabs({ instance, stream }: InstanceTabsProps) {
  const hasAddresses = useHasAddresses(instance)
  const shown = tabsWith(hasAddresses ? 'addresses' : 'no_addresses')
  const { tab, setTab } = useTab<Tab>(shown)
  const list = useTabInView<HTMLDivElement>(tab)
  const uploads = useFileUploads(instance.id)
  return (
    <Tabs
      value={tab}
      onChange={(value) => setTab(value)}
      keepMounted={false}
      className={styles.tabs ?? ''}
      data-tab={tab}
    >
      <Tabs.List ref={list} className={styles.list}>
        {shown.map(({ value, word }) => (
          <Tabs.Tab key={value} value={value}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ value }) => (
        <Tabs.Panel key={value} value={value} className={styles.panel}>
          <CatchBoundary getResetKey={() => value} errorComponent={TabFailed}>
            <Suspense fallback={<SkeletonBlock height={360} label="Loading" />}>
              {panelOf(value, { instance, stream, uploads })}
            </Suspense>
          </CatchBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function TabFailed({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles.reach}>
      <PartFailure title="This tab could not be displayed" error={error} reset={reset} />
    </div>
  )
}

interface PanelProps extends InstanceTabsProps {
  uploads: FileUploads
}

function panelOf(tab: Tab, { instance, stream, uploads }: PanelProps): ReactNode {
  switch (tab) {
    case 'overview':
      return <OverviewTab instance={instance} />
    case 'terminal':
      return <TerminalTab instance={instance} />
    case 'files':
      return <FilesTab instance={instance} uploads={uploads} />
    case 'ports':
      return <PortsTab instance={instance} />
    case 'logs':
      return <LogsTab instance={instance} />
    case 'metrics':
      return <MetricsTab instance={instance} stream={stream} />
    case 'exec':
      return <ExecTab instance={instance} />
    case 'automation':
      return <AutomationTab instance={instance} />
    case 'snapshots':
      return <SnapshotsTab instance={instance} />
    case 'events':
      return <EventsTab instance={instance} />
    case 'receipt':
      return <ReceiptTab instance={instance} />
  }
}
