/** From here on, pictures of a machine are compared by chance alone. */
export const trustedFrom = 80
/** Below it, a machine is given no more work. */
export const refusedBelow = 20

/**
 * Whether a machine's word can release somebody's pay: the operator stands in for it, or comparisons with such machines
 * have shown that it renders rightly. Two that nobody knows prove nothing to each other (docs/decisions/0096).
 */
export function isEstablished({ vouched, trust }: { vouched: boolean; trust: number }): boolean {
  return vouched || trust >= trustedFrom
}

/** An observation that changes a machine's trust. */
export type TrustEvent =
  /** A picture of it was the same on another owner's machine. */
  | 'confirmed'
  /** A comparison that it made was right. */
  | 'judged_rightly'
  /** Two others agreed against it. */
  | 'caught'
  /** Its file was no picture of what was asked for, where another machine's was. */
  | 'malformed'

const steps = {
  confirmed: 2,
  judged_rightly: 1,
  malformed: -10,
  caught: -40,
} as const satisfies Record<TrustEvent, number>

/** Trust is earned slowly and lost at once: fifteen pictures from the beginning to being trusted, and one back. */
export function nextTrust(trust: number, event: TrustEvent): number {
  return Math.min(100, Math.max(0, trust + steps[event]))
}
