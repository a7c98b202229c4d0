import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { EndedAnswer } from '../ports.ts'
import type { Tab } from './tab.ts'

/** An answer that was settled and is not written yet. */
export interface Owed {
  readonly tab: Tab | null
  readonly answer: EndedAnswer
  readonly microUsd: MicroUsd
}

/**
 * What is written of one tab at once. Its number names the payments of it, and it never changes: however often it is
 * tried, it is paid once.
 */
export interface Batch {
  readonly tab: Tab | null
  readonly number: number
  readonly owed: readonly Owed[]
  /** How often writing it has failed, whatever it was that had come of it. */
  failures: number
}

/** What a machine is owed out of one batch. */
export interface MachineShare {
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly owed: readonly Owed[]
  readonly microUsd: MicroUsd
}

/** One batch a tab, and one for what cost nothing. */
export function batchesOf(waiting: readonly Owed[]): Batch[] {
  return [...Map.groupBy(waiting, ({ tab }) => tab)].map(([tab, owed]) => ({
    tab,
    number: tab === null ? 0 : ++tab.batches,
    owed,
    failures: 0,
  }))
}

/** What each machine is owed; answers that cost nothing are left out. */
export function sharesOf(batch: Batch): MachineShare[] {
  const owed = batch.owed.filter(({ microUsd }) => microUsd > 0)
  const byMachine = Map.groupBy(owed, ({ answer }) => answer.endpoint?.machineId)
  return [...byMachine].flatMap(([machineId, ofMachine]) => {
    const providerAccountId = ofMachine[0]?.answer.endpoint?.providerAccountId
    if (machineId === undefined || providerAccountId === undefined) return []
    return [{ machineId, providerAccountId, owed: ofMachine, microUsd: sumOf(ofMachine) }]
  })
}

/** Divides what was paid among the answers that it was owed for, the first first. */
export function divide(
  paidMicroUsd: MicroUsd,
  owed: readonly Owed[],
): { owed: Owed; microUsd: MicroUsd }[] {
  let left = paidMicroUsd
  return owed.map((one) => {
    const microUsd = Math.min(one.microUsd, left)
    left -= microUsd
    return { owed: one, microUsd }
  })
}

export function sumOf(owed: readonly Owed[]): MicroUsd {
  return owed.reduce((sum, { microUsd }) => sum + microUsd, 0)
}
