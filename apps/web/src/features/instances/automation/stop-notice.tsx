import { stopNoticeS } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { useNow } from '../../../browser/clock.ts'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { usePostponeStop } from '../api/postpone-stop.ts'
import pageStyles from '../instance-page.module.css'
import styles from './automation-tab.module.css'
import { blockerWords, stopWords } from './automation-words.ts'

/** Says, a few minutes before, that a rule stops the instance, and offers to postpone it. */
export function StopNotice({ instance }: { instance: Instance }) {
  return useIsNear(instance) ? <NextStop instance={instance} tone="warn" /> : null
}

/** The next stop by a rule that is not near yet. */
export function LaterStop({ instance }: { instance: Instance }) {
  return useIsNear(instance) ? null : <NextStop instance={instance} />
}

function useIsNear({ automation: { next_stop: stop } }: Instance): boolean {
  const nowMs = useNow()
  return stop !== null && Date.parse(stop.at) - nowMs <= stopNoticeS * 1_000
}

/** The next stop by a rule, with a button that postpones it. */
function NextStop({ instance, tone }: { instance: Instance; tone?: 'warn' }) {
  const postpone = usePostponeStop(instance.id)
  const { next_stop: stop } = instance.automation
  if (stop === null) return null
  return (
    <div className={pageStyles.banner} data-tone={tone} role="status">
      <div className={styles.next}>
        <span>
          <strong>
            Stops <TimeAgo at={stop.at} />
          </strong>
          : {stopWords[stop.cause]}.
        </span>
        <Button size="compact-sm" loading={postpone.isPending} onClick={() => postpone.mutate(60)}>
          Keep running for 1 hour
        </Button>
      </div>
    </div>
  )
}

/** A scheduled start that was not possible yet, and why. */
export function BlockedStart({ instance }: { instance: Instance }) {
  const { start_blocked: blocked } = instance.automation
  if (blocked === null) return null
  return (
    <div className={pageStyles.banner} data-tone="warn" role="status">
      <span>
        <strong>The scheduled start was not possible.</strong> {blockerWords[blocked.why]} It is
        tried again every minute. The last try is <TimeAgo at={blocked.until} />.
      </span>
    </div>
  )
}
