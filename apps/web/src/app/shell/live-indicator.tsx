import { formatDurationShort } from '@gridloom/domain/format-duration'
import { Tooltip } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { LiveState } from '../../api/live/live-state.ts'
import { useLiveState } from '../../api/runtime.tsx'
import { useNow } from '../../browser/clock.ts'
import styles from './live-indicator.module.css'

/** Shows whether the page receives live events, and since when it does not. */
export function LiveIndicator() {
  const live = useLiveState()
  return (
    <Tooltip label={explain(live)}>
      <div className={styles.live} data-kind={live.kind} role="status" aria-live="polite">
        {live.kind === 'reconnecting' ? (
          <Reconnecting sinceMs={live.sinceMs} />
        ) : (
          <Fragment key={live.kind}>
            <span className={styles.dot} aria-hidden />
            <span className={styles.word}>{live.kind === 'live' ? 'Live' : 'Connecting'}</span>
          </Fragment>
        )}
      </div>
    </Tooltip>
  )
}

function Reconnecting({ sinceMs }: { sinceMs: number }) {
  const nowMs = useNow()
  return (
    <>
      <IconCloudOff size={14} aria-hidden />
      <span className={styles.word}>
        Reconnecting
        <span className="gl-num" aria-hidden>
          {' '}
          {formatDurationShort((nowMs - sinceMs) / 1000)}
        </span>
      </span>
    </>
  )
}

function explain({ kind }: LiveState): string {
  if (kind === 'live') return 'This page updates automatically'
  if (kind === 'reconnecting') return 'Connection lost. This page may be out of date.'
  return 'Connecting to live updates'
}
