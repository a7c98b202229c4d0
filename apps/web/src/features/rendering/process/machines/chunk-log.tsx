import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../../api/runtime.tsx'
import { Drawer } from '../../../../ui/components/dialog.tsx'
import { Facts } from '../../../../ui/components/facts.tsx'
import { Loaded } from '../../../../ui/components/loaded.tsx'
import { ScrollRegion } from '../../../../ui/components/scroll-region.tsx'
import { StatusBadge } from '../../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../../ui/components/time-ago.tsx'
import { chunkLogQuery } from '../../api/render-queries.ts'
import { ProblemText } from '../../parts/problem-text.tsx'
import { chunkName, chunkStatus } from './chunk-words.ts'
import styles from './machines-panel.module.css'

interface ChunkLogProps {
  job: RenderJob
  chunk: RenderChunk
  onClose: () => void
}

/** One chunk: its machine and times, its problem, and Blender's log. */
export function ChunkLog({ job, chunk, onClose }: ChunkLogProps) {
  return (
    <Drawer opened onClose={onClose} title={chunkName(chunk)} size="xl">
      <Facts facts={factsOf(chunk)} />
      <h3 className={styles.logTitle}>Blender log</h3>
      {chunk.has_log ? (
        <Log job={job} chunk={chunk} />
      ) : (
        <p className={styles.none}>No log yet. It appears once the machine starts.</p>
      )}
    </Drawer>
  )
}

function factsOf(chunk: RenderChunk) {
  return [
    { name: 'Machine', value: chunk.machine_name },
    { name: 'Status', value: <StatusBadge {...chunkStatus(chunk.state)} look="plain" /> },
    ...(chunk.activity === null ? [] : [{ name: 'Activity', value: chunk.activity }]),
    ...(chunk.problem === null
      ? []
      : [{ name: 'Error', value: <ProblemText problem={chunk.problem} /> }]),
    { name: 'Started', value: <TimeAgo at={chunk.started_at} /> },
    ...(chunk.ended_at === null ? [] : [{ name: 'Ended', value: <TimeAgo at={chunk.ended_at} /> }]),
  ]
}

function Log({ job, chunk }: Pick<ChunkLogProps, 'job' | 'chunk'>) {
  const log = useQuery(chunkLogQuery(useClient(), { id: job.taskId, chunk: chunk.id }))
  return (
    <Loaded query={log} what="the log">
      {({ text, truncated }) => (
        <>
          {truncated && <p className={styles.none}>Only the end of the log is kept.</p>}
          <ScrollRegion aria-label="Blender log" className={styles.log}>
            <pre>{text === '' ? 'No output yet.' : text}</pre>
          </ScrollRegion>
          <Button
            size="xs"
            mt="sm"
            leftSection={<IconRefresh size={14} />}
            loading={log.isFetching}
            onClick={() => void log.refetch()}
          >
            Refresh
          </Button>
        </>
      )}
    </Loaded>
  )
}
