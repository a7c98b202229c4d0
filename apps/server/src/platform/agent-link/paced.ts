import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'

interface Pace {
  pace: Rate
  clock: Clock
  signal: AbortSignal
}

/** Limits bytes to a pace; the rest waits on the machine. */
export async function* paced(
  bytes: AsyncGenerator<Buffer, void>,
  { pace, clock, signal }: Pace,
): AsyncGenerator<Buffer, void> {
  const bucket = new TokenBucket(pace, clock.monotonicMs())
  for await (const piece of bytes) {
    const waitMs = bucket.take(piece.length, clock.monotonicMs())
    if (waitMs > 0) await clock.sleep(waitMs, signal)
    yield piece
  }
}
