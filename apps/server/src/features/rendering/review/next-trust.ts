/** From this trust on, a machine's pictures are compared at random only. */
export const trustedFrom = 80
/** Below this trust, a machine gets no more work. */
export const refusedBelow = 20

/**
 * Whether a machine's vote can release another's pay: the operator vouches for it, or checks by such machines have
 * confirmed its pictures. Two unknown machines prove nothing about each other (docs/decisions/0096).
 */
export function isEstablished({ vouched, trust }: { vouched: boolean; trust: number }): boolean {
  return vouched || trust >= trustedFrom
}

/** An observation that changes a machine's trust. */
export type TrustEvent =
  /** A picture of it was equal on another owner's machine. */
  | 'confirmed'
  /** A check that it rendered was right. */
  | 'judged_correctly'
  /** Two other machines agreed against its picture. */
  | 'caught'
  /** The machine sent a malformed file for a picture that another machine could render. */
  | 'malformed'

const steps = {
  confirmed: 2,
  judged_correctly: 1,
  malformed: -10,
  caught: -40,
} as const satisfies Record<TrustEvent, number>

/**
 * Returns the trust after an event. It is earned slowly and lost at once: fifteen pictures from the start to trusted,
 * and one back.
 */
export function nextTrust(trust: number, event: TrustEvent): number {
  return Math.min(100, Math.max(0, trust + steps[event]))
}
