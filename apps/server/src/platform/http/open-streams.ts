import { Refused } from '@gridloom/contract/errors'
import { createCounts } from './counts.ts'

/** How many of what stays open (event streams, sockets) each caller has. */
export interface OpenStreams {
  /** Counts one more under a key; what is returned takes it back, once. @throws Refused `too_many_requests` */
  open(key: string): () => void
}

const retryAfterS = 30

export function createOpenStreams(max: number): OpenStreams {
  const counts = createCounts()
  return {
    open(key) {
      if (counts.of(key) >= max) {
        const details = { seconds: retryAfterS }
        throw new Refused('too_many_requests', { details, internal: `${max} streams are open` })
      }
      counts.add(key, 1)
      return () => counts.add(key, -1)
    },
  }
}
