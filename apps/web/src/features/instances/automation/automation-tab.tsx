import type { Instance } from '@gridloom/contract/instances/instance'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from './automation-tab.module.css'
import { BidRule } from './bid-rule.tsx'
import { BudgetRule } from './budget-rule.tsx'
import { RestartRule } from './restart-rule.tsx'
import { ScheduleRule } from './schedule-rule.tsx'
import { LaterStop } from './stop-notice.tsx'
import { StopAfterRule, StopAtRule, StopIdleRule } from './stop-rules.tsx'

/** What stops and starts the instance by itself, and what it may cost. */
export function AutomationTab({ instance }: { instance: Instance }) {
  if (instance.desired === 'destroyed')
    return (
      <EmptyState title="No automation">Nothing starts or stops a destroyed instance.</EmptyState>
    )
  return (
    <div className={styles.stack}>
      <LaterStop instance={instance} />
      <div className={styles.rules}>
        <BidRule instance={instance} />
        <BudgetRule instance={instance} />
        <StopIdleRule instance={instance} />
        <StopAfterRule instance={instance} />
        <StopAtRule instance={instance} />
        <ScheduleRule instance={instance} />
        <RestartRule instance={instance} />
      </div>
    </div>
  )
}
