import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Allowance } from './allowance.ts'
import type { EndedAnswer } from './reservation.ts'

/** A settled answer that is not written yet. */
export interface Owed {
  readonly allowance: Allowance | null
  readonly answer: EndedAnswer
  readonly microUsd: MicroUsd
}

/**
 * The answers of one allowance that are written together. Its number is part of its payments' keys and never changes:
 * however often it is retried, it is paid once.
 */
export interface Batch {
  readonly allowance: Allowance | null
  readonly number: number
  readonly owed: readonly Owed[]
  /** How often writing it has failed, whatever it was that had come of it. */
  failures: number
}

/** A machine's earnings in one batch. */
export interface MachineShare {
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly owed: readonly Owed[]
  readonly microUsd: MicroUsd
}

/** One batch per allowance, and one for answers that cost nothing. */
export function batchesOf(waiting: readonly Owed[]): Batch[] {
  return [...Map.groupBy(waiting, ({ allowance }) => allowance)].map(([allowance, owed]) => ({
    allowance,
    number: allowance === null ? 0 : ++allowance.batches,
    owed,
    failures: 0,
  }))
}

/** The earnings of each machine; answers that cost nothing are left out. */
export function machineSharesOf(batch: Batch): MachineShare[] {
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
