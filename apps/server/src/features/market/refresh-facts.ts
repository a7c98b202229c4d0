import type { Tx } from '../../platform/ctx.ts'
import { updateReadyTimes, updateUptimes } from './refresh-facts-store.ts'

/** Refreshes the fields of all offers that are as of the last full hour. Writes those that changed. */
export async function refreshHourlyFacts(tx: Tx, now: Date): Promise<void> {
  await updateUptimes(tx, now)
  await updateReadyTimes(tx, now)
}
