import { computerKeptForDays } from '@gridloom/contract/core/constants'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'

/** A machine that was enrolled on the computer before. */
export interface EarlierMachine {
  readonly machineId: MachineId
  readonly accountId: AccountId
  readonly removedAt: Date | null
  /** Its last sign of life; its enrolment where there was none. */
  readonly heardAt: Date
}

/**
 * `again`: the account's own machine, which goes on with a new key. `taken`: another account's, which was heard of not
 * long ago. `new`: a machine of its own; `before` were on this computer and are gone.
 */
export type EnrolmentVerdict =
  | { kind: 'again'; machineId: MachineId }
  | { kind: 'taken' }
  | { kind: 'new'; before: readonly MachineId[] }

/** Whoever was heard of later keeps their computer and its GPUs. */
export function computersKeptSince(now: Date): Date {
  return new Date(now.getTime() - computerKeptForDays * 86_400_000)
}

/** One computer is one machine: what becomes of an enrolment where earlier ones were on the same computer. Pure. */
export function judgeEnrolment(
  earlier: readonly EarlierMachine[],
  { accountId, now }: { accountId: AccountId; now: Date },
): EnrolmentVerdict {
  const standing = earlier.filter(({ removedAt }) => removedAt === null)
  const since = computersKeptSince(now)
  const isAnothers = standing.some(
    (machine) => machine.accountId !== accountId && machine.heardAt > since,
  )
  if (isAnothers) return { kind: 'taken' }
  const [own] = standing
    .filter((machine) => machine.accountId === accountId)
    .toSorted((one, other) => other.heardAt.getTime() - one.heardAt.getTime())
  if (own !== undefined) return { kind: 'again', machineId: own.machineId }
  return { kind: 'new', before: earlier.map(({ machineId }) => machineId) }
}
