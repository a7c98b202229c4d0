import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Allowance } from './allowance.ts'
import type { EndedAnswer } from './reservation.ts'

/** A settled answer that is not stored yet. */
export interface UnwrittenAnswer {
  readonly allowance: Allowance | null
  readonly answer: EndedAnswer
  readonly microUsd: MicroUsd
}

/**
 * The answers of one allowance that are written together. The batch number is part of the keys of its payments and
 * never changes: however often the batch is retried, it is paid once.
 */
export interface Batch {
  readonly allowance: Allowance | null
  readonly number: number
  readonly owed: readonly UnwrittenAnswer[]
  /** The number of failed attempts to write it, including those whose outcome is unknown. */
  failures: number
}

/** A machine's earnings in one batch. */
export interface MachineShare {
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly owed: readonly UnwrittenAnswer[]
  readonly microUsd: MicroUsd
}

/** Returns one batch per allowance, and one for free answers. */
export function batchesOf(waiting: readonly UnwrittenAnswer[]): Batch[] {
  return [...Map.groupBy(waiting, ({ allowance }) => allowance)].map(([allowance, owed]) => ({
    allowance,
    number: allowance === null ? 0 : ++allowance.batches,
    owed,
    failures: 0,
  }))
}

/** Returns the earnings of each machine; free answers are left out. */
export function machineSharesOf(batch: Batch): MachineShare[] {
  const owed = batch.owed.filter(({ microUsd }) => microUsd > 0)
  const byMachine = Map.groupBy(owed, ({ answer }) => answer.endpoint?.machineId)
  return [...byMachine].flatMap(([machineId, ofMachine]) => {
    const providerAccountId = ofMachine[0]?.answer.endpoint?.providerAccountId
    if (machineId === undefined || providerAccountId === undefined) return []
    return [{ machineId, providerAccountId, owed: ofMachine, microUsd: sumOf(ofMachine) }]
  })
}

/** Divides the paid amount among the answers that it is owed for, in their order. */
export function divide(
  paidMicroUsd: MicroUsd,
  owed: readonly UnwrittenAnswer[],
): { owed: UnwrittenAnswer; microUsd: MicroUsd }[] {
  let left = paidMicroUsd
  return owed.map((one) => {
    const microUsd = Math.min(one.microUsd, left)
    left -= microUsd
    return { owed: one, microUsd }
  })
}

export function sumOf(owed: readonly UnwrittenAnswer[]): MicroUsd {
  return owed.reduce((sum, { microUsd }) => sum + microUsd, 0)
}
