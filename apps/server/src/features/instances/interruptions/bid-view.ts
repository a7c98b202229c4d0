import type { InstanceBid } from '@gridloom/contract/instances/instance'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import type { InstanceRow } from '../schema.ts'

/** The bid of an interruptible instance, for its renter. */
export function bidView(row: InstanceRow): InstanceBid | null {
  const { bid_micro_usd_per_hour: max, bid_all_micro_usd_per_hour: all, slots } = row
  if (max === null || all === null) return null
  const running = row.next_micro_usd_per_hour ?? row.running_micro_usd_per_hour
  return {
    max_micro_usd_per_hour: max,
    // Only the price of the slots differs.
    paid_micro_usd_per_hour: max - Math.round((all - running) / slots),
    signal: row.interruption_signal ?? 'SIGTERM',
    resumes: row.resumes,
    interrupted_at: row.desired === 'running' ? isoOrNull(row.interrupted_at) : null,
    waits: row.resumes && wasInterrupted(row),
  }
}

/** Whether it was stopped by an interruption, and by nothing since. */
export function wasInterrupted({
  desired,
  reason,
}: Pick<InstanceRow, 'desired' | 'reason'>): boolean {
  return desired === 'stopped' && reason?.code === 'interrupted'
}
