/** A time span, in milliseconds of one clock. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Returns how much of a span others cover together, in milliseconds. They may overlap. */
export function coveredMs(span: Span, others: readonly Span[]): number {
  let untilMs = span.fromMs
  let sumMs = 0
  for (const { fromMs, toMs } of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const startMs = Math.max(fromMs, untilMs)
    const endMs = Math.min(toMs, span.toMs)
    if (endMs <= startMs) continue
    sumMs += endMs - startMs
    untilMs = endMs
  }
  return sumMs
}
