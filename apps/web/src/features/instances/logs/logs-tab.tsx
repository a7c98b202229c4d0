import { endpoints } from 'virtual:api-facts'
import type { Instance } from '@gridloom/contract/instances/instance'
import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload, IconFileText, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { clockNowMs } from '../../../browser/clock.ts'
import { saveFile } from '../../../browser/save-file.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { useDownloadLogs } from '../api/download-logs.ts'
import { LogStreamBadge } from './log-stream-badge.tsx'
import styles from './log-viewer.module.css'
import { LogViewer } from './log-viewer.tsx'
import { type LogStreamState, useLogStream } from './use-log-stream.ts'

const spans = [
  { value: '', label: 'All time' },
  { value: '300', label: 'Last 5 minutes' },
  { value: '3600', label: 'Last hour' },
  { value: '86400', label: 'Last day' },
]

/** The container's output, live. */
export function LogsTab({ instance }: { instance: Instance }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [span, setSpan] = useState<Span>({ seconds: '', since: undefined })
  const [tries, setTries] = useState(0)
  return (
    <FollowedLogs
      // @NOTE a new start of the container, or a retry, must open a new stream
      key={`${roundOf(instance)}/${tries}`}
      instance={instance}
      search={search}
      since={span.since}
      retry={() => setTries((count) => count + 1)}
    >
      <div className={styles.bar}>
        <TextInput
          size="xs"
          aria-label="Filter logs"
          placeholder="Filter logs…"
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          size="xs"
          w={150}
          aria-label="Time range"
          data={spans}
          value={span.seconds}
          allowDeselect={false}
          onChange={(seconds) => setSpan({ seconds: seconds ?? '', since: sinceOf(seconds) })}
        />
      </div>
    </FollowedLogs>
  )
}

interface Span {
  readonly seconds: string
  /** The start of the time range, fixed when the range was chosen. */
  readonly since: string | undefined
}

interface FollowedLogsProps {
  instance: Instance
  search: string
  since: string | undefined
  retry: () => void
  /** The filter bar above the lines. */
  children: ReactNode
}

function FollowedLogs({ instance, search, since, retry, children }: FollowedLogsProps) {
  const { view, state } = useLogStream({ id: instance.id, since, search })
  return (
    <Section
      title="Logs"
      note={<LogStreamBadge state={state} lines={view.lines.length} />}
      inset="flush"
      actions={<LogActions instance={instance} />}
    >
      {children}
      {view.dropped > 0 && (
        <div className={styles.note}>
          {plural(view.dropped, 'older line')} not shown. Download the log to see all lines.
        </div>
      )}
      {view.lines.length > 0 ? (
        <LogViewer view={view} search={search} />
      ) : (
        <NoLines state={state} narrowed={search !== '' || since !== undefined} retry={retry} />
      )}
    </Section>
  )
}

function LogActions({ instance }: { instance: Instance }) {
  const { id } = instance
  const download = useDownloadLogs(id, (file) => saveFile(file, `${instance.label || id}.log`))
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconDownload size={15} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      <AsCode
        actions={[
          {
            name: 'Follow the log',
            endpoint: endpoints.instances.followLogs,
            input: { params: { id } },
            cli: `gridloom logs -f ${id}`,
          },
          {
            name: 'The last lines',
            endpoint: endpoints.instances.logs,
            input: { params: { id }, query: { tail: 500 } },
            cli: `gridloom logs ${id}`,
          },
          {
            name: 'The full log',
            endpoint: endpoints.instances.downloadLogs,
            input: { params: { id } },
          },
        ]}
      />
    </>
  )
}

interface NoLinesProps {
  state: LogStreamState
  narrowed: boolean
  retry: () => void
}

function NoLines({ state, narrowed, retry }: NoLinesProps) {
  if (state.kind === 'failed') {
    return <ErrorState title="The log could not be loaded" error={state.error} retry={retry} />
  }
  if (state.kind === 'opening')
    return <SkeletonRows rows={6} rowHeight={28} label="Loading the log" />
  return (
    <EmptyState
      icon={<IconFileText size={20} stroke={1.6} />}
      title={narrowed ? 'No matching lines' : 'No output yet'}
    >
      {narrowed
        ? 'Matching lines appear here. Older lines may no longer be available.'
        : 'The container’s output appears here as it is written.'}
    </EmptyState>
  )
}

/** A key that changes when the container starts to write again, since each start passes through the states again. */
function roundOf({ generation, state }: Instance): string {
  const writing = state === 'running' || state === 'starting' || state === 'stopping'
  return `${generation}-${writing ? 'writing' : 'still'}`
}

function sinceOf(seconds: string | null): string | undefined {
  if (!seconds) return undefined
  return new Date(clockNowMs() - Number(seconds) * 1_000).toISOString()
}
