import { rankOf } from '@gridloom/domain/clusters/packets'
import { resetTo, type Segment } from './segments.ts'

/** Connections of one node whose end can be told to it; the least recently used are forgotten. */
const flowsMax = 4_096

/**
 * The open TCP connections of one node, as seen from outside: when another node has gone without ending them, this node
 * would learn it only from its own time-outs, which take a quarter of an hour.
 */
export interface Flows {
  /** Notes a segment that the node sent. */
  note(segment: Segment): void
  /** Forgets the connections to a rank, and returns the packets that end them. */
  endAll(rank: number): Buffer[]
}

export function createFlows(): Flows {
  /** The last segment of each that acknowledged something: what it acknowledged is what its node expects next. */
  const flows = new Map<string, Segment>()

  function note(segment: Segment): void {
    const key = `${segment.sourcePort} ${segment.destination}:${segment.destinationPort}`
    flows.delete(key)
    if (segment.isReset || segment.acknowledged === undefined) return
    flows.set(key, segment)
    if (flows.size <= flowsMax) return
    for (const oldest of flows.keys()) {
      flows.delete(oldest)
      break
    }
  }

  return {
    note,
    endAll: (rank) => {
      const ended: Buffer[] = []
      for (const [key, segment] of flows) {
        if (rankOf(segment.destination) !== rank) continue
        flows.delete(key)
        ended.push(resetTo(segment, { sequence: segment.acknowledged ?? 0 }))
      }
      return ended
    },
  }
}
