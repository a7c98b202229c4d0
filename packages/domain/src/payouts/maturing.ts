import type { MicroUsd } from '@gridloom/contract/core/values'

const dayMs = 86_400_000

/** What a trust score shortens the holding time to, in percent; the first row that the score reaches. */
const shares = [
  { score: 90, percent: 25 },
  { score: 80, percent: 50 },
  { score: 70, percent: 75 },
] as const

/**
 * Returns the whole days for which a machine's earnings are held: all of `holdDays` without a score, fewer with a trust
 * score (0 to 100) of 70 or more, at least one.
 */
export function holdDaysFor(score: number | null, holdDays: number): number {
  if (holdDays === 0) return 0
  const percent = shares.find((row) => score !== null && score >= row.score)?.percent ?? 100
  return Math.max(1, Math.ceil((holdDays * percent) / 100))
}

/** What one machine earned and has. */
export interface MachineEarnings {
  /** What is left of its earnings: without what was paid out, or back as a credit. Without welcome credit. */
  readonly balance: MicroUsd
  /** The trust score; `null`: none yet. */
  readonly score: number | null
  /** Net earnings of UTC days (`2026-11-21`); below zero where more was paid back than earned. */
  readonly days: readonly { readonly day: string; readonly microUsd: MicroUsd }[]
}

/** Earnings that become payable at a time. */
export interface Maturing {
  readonly at: Date
  readonly microUsd: MicroUsd
}

export interface Matured {
  readonly payable: MicroUsd
  /** Earliest first. */
  readonly maturing: readonly Maturing[]
}

/**
 * Divides a machine's earnings into what is payable and what matures. The earnings of a day are payable when its holding
 * time is over, counted from the day's end; at once where nothing is held (`holdDays` is 0). Credits that were paid back count against the oldest money first, so what is
 * payable is never too much.
 */
export function matureEarnings(machine: MachineEarnings, holdDays: number, now: Date): Matured {
  const held = holdDaysFor(machine.score, holdDays)
  let left = Math.max(0, machine.balance)
  if (held === 0) return { payable: left, maturing: [] }
  const maturing: Maturing[] = []
  const newestFirst = machine.days.toSorted((one, other) => (one.day < other.day ? 1 : -1))
  for (const { day, microUsd } of newestFirst) {
    const at = new Date(Date.parse(`${day}T00:00:00Z`) + (1 + held) * dayMs)
    const part = Math.min(left, Math.max(0, microUsd))
    if (at <= now || part === 0) continue
    left -= part
    maturing.unshift({ at, microUsd: part })
  }
  return { payable: left, maturing }
}

/** Combines machines: what is payable of all, and what matures, by time. */
export function sumMatured(machines: readonly Matured[]): Matured {
  const byTime = new Map<number, MicroUsd>()
  for (const { at, microUsd } of machines.flatMap((machine) => machine.maturing))
    byTime.set(at.getTime(), (byTime.get(at.getTime()) ?? 0) + microUsd)
  return {
    payable: machines.reduce((sum, { payable }) => sum + payable, 0),
    maturing: [...byTime]
      .sort(([one], [other]) => one - other)
      .map(([at, microUsd]) => ({ at: new Date(at), microUsd })),
  }
}

/** Takes an amount from machines in order; `undefined` where they have less. */
export function takeFrom<Id>(
  earners: readonly { readonly id: Id; readonly payable: MicroUsd }[],
  microUsd: MicroUsd,
): { id: Id; microUsd: MicroUsd }[] | undefined {
  let left = microUsd
  const parts: { id: Id; microUsd: MicroUsd }[] = []
  for (const { id, payable } of earners) {
    const part = Math.min(left, payable)
    if (part > 0) parts.push({ id, microUsd: part })
    left -= part
  }
  return left === 0 ? parts : undefined
}
