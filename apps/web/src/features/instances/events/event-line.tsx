import type { InstanceEvent, InstanceEventKind } from '@gridloom/contract/instances/events'
import {
  type Icon,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleXFilled,
  IconClockStop,
  IconCoin,
  IconDots,
  IconDownload,
  IconLogin2,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconSettings,
  IconShoppingCart,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react'
import type { Tone } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatExact } from '../../../ui/format/times.ts'
import styles from './events-tab.module.css'

const looks: Record<InstanceEventKind, readonly [Icon, Tone]> = {
  ordered: [IconShoppingCart, 'idle'],
  image_pulled: [IconDownload, 'idle'],
  started: [IconPlayerPlay, 'idle'],
  ready: [IconCircleCheckFilled, 'good'],
  charging_started: [IconCoin, 'idle'],
  entered: [IconLogin2, 'idle'],
  start_requested: [IconPlayerPlay, 'idle'],
  restart_requested: [IconRefresh, 'idle'],
  stop_requested: [IconPlayerStop, 'idle'],
  stopped: [IconPlayerStop, 'idle'],
  stop_overdue: [IconAlertTriangleFilled, 'warn'],
  interrupting: [IconAlertTriangleFilled, 'warn'],
  failed: [IconCircleXFilled, 'bad'],
  lost: [IconUnlink, 'warn'],
  back: [IconCircleDot, 'good'],
  automation_changed: [IconSettings, 'idle'],
  budget_low: [IconAlertTriangleFilled, 'warn'],
  stop_announced: [IconClockStop, 'warn'],
  start_blocked: [IconAlertTriangleFilled, 'warn'],
  destroy_requested: [IconTrash, 'idle'],
  destroyed: [IconTrash, 'idle'],
  folded: [IconDots, 'idle'],
}

/** One event: what happened, who caused it, and when. */
export function EventLine({ event }: { event: InstanceEvent }) {
  const [EventIcon, tone] = looks[event.kind]
  return (
    <li className={styles.event} data-tone={tone}>
      <EventIcon size={16} stroke={1.8} className={styles.icon} aria-hidden />
      <span className={styles.text}>
        {event.text}
        {event.by && <span className={styles.by}>{actorWords(event.by)}</span>}
      </span>
      <span className={styles.at} title={formatExact(event.at)}>
        <TimeAgo at={event.at} />
      </span>
    </li>
  )
}

function actorWords({ kind, name }: NonNullable<InstanceEvent['by']>): string {
  return kind === 'api_key' ? `API key ${name}` : name
}
