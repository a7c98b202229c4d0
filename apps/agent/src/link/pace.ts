import type { Clock } from '@gridloom/async/clock'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { TokenBucket } from '@gridloom/domain/token-bucket'

const { ownMessagesPerSecond, messageFlowBytes } = agentLimits
/** Half of what the control plane accepts: it closes the connection of a machine that sends more. */
const ownBytesPerSecond = messageFlowBytes.perSecond / 2

/** Slows down a sender of many messages: what changes meanwhile is sent once. */
export interface TickPace {
  /** Resolves when the next message may be created; rejects when the signal aborts. */
  sent(bytes: number, signal: AbortSignal): Promise<void>
}

export function createTickPace(clock: Clock): TickPace {
  const startMs = clock.monotonicMs()
  const messages = new TokenBucket(
    { burst: ownMessagesPerSecond, perSecond: ownMessagesPerSecond },
    startMs,
  )
  const flow = new TokenBucket(
    { burst: agentLimits.messageBytes, perSecond: ownBytesPerSecond },
    startMs,
  )
  return {
    async sent(bytes, signal) {
      const nowMs = clock.monotonicMs()
      const waitMs = Math.max(messages.take(1, nowMs), flow.take(bytes, nowMs))
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}
