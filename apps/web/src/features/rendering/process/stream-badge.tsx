import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import type { JobStream } from './use-followed-job.ts'

/** State of the job's stream; after a break it reconnects automatically. */
export function StreamBadge({ stream }: { stream: JobStream }) {
  if (stream === 'open') return <StatusBadge tone="good" word="Live updates" look="plain" />
  if (stream === 'opening') return <StatusBadge tone="busy" word="Connecting" look="plain" />
  if (stream === 'waiting')
    return <StatusBadge tone="warn" word="Connection lost, reconnecting" look="plain" />
  return <StatusBadge tone="bad" word="Disconnected, reload the page" look="plain" />
}
