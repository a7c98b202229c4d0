/** How long a chain may have no new block before that is an alarm, unless its configuration says otherwise: 5 minutes. */
export const stalledAfterSecondsDefault = 300

/** Whether the newest block of a chain was new so long ago that the chain, or its endpoint, stands still. */
export function isStalled(
  { headAt, now }: { readonly headAt: Date; readonly now: Date },
  stalledAfterMs: number,
): boolean {
  return now.getTime() - headAt.getTime() >= stalledAfterMs
}
