import { computerKeptForDays } from '@gridloom/contract/core/constants'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'

/** A machine that was enrolled on the computer before. */
export interface EarlierMachine {
  readonly machineId: MachineId
  readonly accountId: AccountId
  readonly removedAt: Date | null
  /** The last heartbeat, or the enrolment where there was none. */
  readonly lastSeenAt: Date
}

/**
 * The outcome of an enrolment. `again`: the account's own machine, which gets a new key. `taken`: another account's
 * machine that was seen recently. `new`: a new machine; `before` are earlier machines on this computer that are gone.
 */
export type EnrolmentVerdict =
  | { kind: 'again'; machineId: MachineId }
  | { kind: 'taken' }
  | { kind: 'new'; before: readonly MachineId[] }

/** Returns the time since when a machine must have been seen to keep its computer and GPUs. */
export function computersKeptSince(now: Date): Date {
  return new Date(now.getTime() - computerKeptForDays * 86_400_000)
}

/** Decides an enrolment on a computer that earlier machines were enrolled on: one computer is one machine. Pure. */
export function decideEnrolment(
  earlier: readonly EarlierMachine[],
  { accountId, now }: { accountId: AccountId; now: Date },
): EnrolmentVerdict {
  const enrolled = earlier.filter(({ removedAt }) => removedAt === null)
  const since = computersKeptSince(now)
  const isAnothers = enrolled.some(
    (machine) => machine.accountId !== accountId && machine.lastSeenAt > since,
  )
  if (isAnothers) return { kind: 'taken' }
  const [own] = enrolled
    .filter((machine) => machine.accountId === accountId)
    .toSorted((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime())
  if (own !== undefined) return { kind: 'again', machineId: own.machineId }
  return { kind: 'new', before: earlier.map(({ machineId }) => machineId) }
}
