import type { Clock } from '@gridloom/async/clock'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import { headerOf, rankAddress, rankOf } from '@gridloom/domain/clusters/packets'
import { createFlows } from './flows.ts'
import { refusalOf, segmentOf } from './segments.ts'
import type { Uplink } from './uplink.ts'

/** How long connections outlive a control plane that does not answer: they go on when it is back. */
export const uplinkGraceMs = 30_000

export interface NodeOptions {
  place: ClusterPlace
  clock: Pick<Clock, 'after'>
  /** Passes a packet into the instance. */
  deliver(packet: Buffer): void
  /** The other nodes of its cluster on this machine. `left`: it was here, and runs no more. */
  neighbour(rank: number): ClusterNode | 'left' | undefined
}

/** One instance in the private network of its cluster: where its packets go, and which are let in. */
export interface ClusterNode {
  /** Takes a packet that the instance sent. It goes to a node of the cluster, or nowhere. */
  fromInside(packet: Buffer): void
  /** Takes a packet from another machine. Only those of other nodes to this one are let in. */
  fromOutside(packet: Buffer): void
  /** Takes a packet of a node on this machine, which has been checked there. */
  fromNeighbour(packet: Buffer): void
  setReachable(ranks: number): void
  /** Sends over this uplink from now on; `undefined`: there is none. */
  use(uplink: Uplink | undefined): void
  uplink(): Uplink | undefined
  /** A node on this machine has ended: connections to it end. */
  lose(rank: number): void
  close(): void
}

type Way =
  | { kind: 'neighbour'; node: ClusterNode }
  | { kind: 'uplink'; uplink: Uplink }
  | { kind: 'gone' }
  /** It may come back, or has not come yet: what is sent to it is dropped, and sent again by TCP. */
  | { kind: 'unknown' }

export function createClusterNode(options: NodeOptions): ClusterNode {
  const { place, clock, deliver, neighbour } = options
  const own = rankAddress(place.rank)
  const flows = createFlows()
  let uplink: Uplink | undefined
  let reachable = 0
  let isInGrace = true
  let endGrace = clock.after(uplinkGraceMs, giveUp)

  function wayTo(rank: number): Way {
    const near = neighbour(rank)
    if (near !== undefined && near !== 'left') return { kind: 'neighbour', node: near }
    if (uplink !== undefined && isSet(reachable, rank)) return { kind: 'uplink', uplink }
    if (near === 'left' || !isInGrace) return { kind: 'gone' }
    return { kind: 'unknown' }
  }

  function fromInside(packet: Buffer): void {
    const header = headerOf(packet)
    const rank = header?.source === own ? otherRank(rankOf(header.destination)) : undefined
    if (header === undefined || rank === undefined) return
    const segment = segmentOf(packet, header)
    if (segment !== undefined) flows.note(segment)
    const way = wayTo(rank)
    if (way.kind === 'neighbour') way.node.fromNeighbour(packet)
    if (way.kind === 'uplink') way.uplink.send(packet)
    const refusal = way.kind === 'gone' && segment !== undefined ? refusalOf(segment) : undefined
    if (refusal !== undefined) deliver(refusal)
  }

  function fromOutside(packet: Buffer): void {
    const header = headerOf(packet)
    if (header?.destination !== own || otherRank(rankOf(header.source)) === undefined) return
    deliver(packet)
  }

  /** A rank of another node of this cluster. */
  function otherRank(rank: number | undefined): number | undefined {
    return rank === undefined || rank === place.rank || rank >= place.slots.length
      ? undefined
      : rank
  }

  function lose(rank: number): void {
    if (wayTo(rank).kind !== 'gone') return
    for (const reset of flows.endAll(rank)) deliver(reset)
  }

  function loseAll(): void {
    for (const rank of place.slots.keys()) if (rank !== place.rank) lose(rank)
  }

  function giveUp(): void {
    isInGrace = false
    loseAll()
  }

  return {
    fromInside,
    fromOutside,
    fromNeighbour: deliver,
    setReachable: (ranks) => {
      reachable = ranks
      // What the control plane leaves out is not there.
      endGrace()
      giveUp()
    },
    use: (next) => {
      uplink = next
      endGrace()
      reachable = 0
      isInGrace = true
      endGrace = clock.after(uplinkGraceMs, giveUp)
    },
    uplink: () => uplink,
    lose,
    close: () => {
      endGrace()
      uplink?.close()
    },
  }
}

function isSet(ranks: number, rank: number): boolean {
  return ((ranks >> rank) & 1) === 1
}
