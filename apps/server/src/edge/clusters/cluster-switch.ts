import type { Duplex } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import {
  createNetworkReader,
  headerOf,
  NotPackets,
  rankAddress,
  rankOf,
  reachableMessage,
} from '@gridloom/domain/clusters/packets'
import type { NetworkNode } from './cluster-network.ts'

/** What may wait for a machine; packets beyond it are dropped, as by a router, and TCP sends them again. */
const waitingBytesMax = 4 * 1024 * 1024
/** How long the others regard a node as there that has no uplink: its connections go on when it is back. */
const graceMs = 30_000
const retry = { firstMs: 250, longestMs: 5_000 } as const

/** Opens the stream of a node's `network` call. */
export type OpenUplink = (node: NetworkNode, signal: AbortSignal) => Promise<Duplex>

/**
 * Passes the packets of one cluster on between its nodes. A node sends under its own address alone, and only to the
 * others of its cluster, whatever its machine says.
 */
export interface ClusterSwitch extends Disposable {
  /** Connects these nodes, and disconnects those that are not among them. */
  connect(nodes: readonly NetworkNode[]): void
}

interface SwitchOptions {
  open: OpenUplink
  clock: Clock
}

interface Port {
  readonly node: NetworkNode
  readonly life: AbortController
  stream: Duplex | undefined
  /** Since when it has no uplink, by the monotonic clock. */
  absentSinceMs: number
  /** Whether the others are told that it can be reached. */
  isThere: boolean
}

export function createClusterSwitch({ open, clock }: SwitchOptions): ClusterSwitch {
  const ports = new Map<number, Port>()

  function connect(nodes: readonly NetworkNode[]): void {
    const wanted = new Map(nodes.map((node) => [node.rank, node]))
    for (const port of ports.values())
      if (wanted.get(port.node.rank)?.instanceId !== port.node.instanceId) remove(port)
    for (const node of nodes) {
      if (ports.has(node.rank)) continue
      const port = newPort(node)
      ports.set(node.rank, port)
      awaitUplink(port)
      void keepOpen(port)
    }
    announceAll()
  }

  function newPort(node: NetworkNode): Port {
    const life = new AbortController()
    return { node, life, stream: undefined, absentSinceMs: 0, isThere: true }
  }

  function remove(port: Port): void {
    ports.delete(port.node.rank)
    port.life.abort()
    port.stream?.destroy()
  }

  async function keepOpen(port: Port): Promise<void> {
    const { signal } = port.life
    let waitMs: number = retry.firstMs
    while (!signal.aborted) {
      try {
        const stream = await open(port.node, signal)
        waitMs = retry.firstMs
        await carry(port, stream)
      } catch {
        // @NOTE an instance is connected to its cluster a moment after it runs, and a machine may be away: it is retried
      }
      await pause(clock, waitMs, signal)
      waitMs = Math.min(waitMs * 2, retry.longestMs)
    }
  }

  /** Takes the packets of a node until its stream ends. */
  async function carry(port: Port, stream: Duplex): Promise<void> {
    const read = createNetworkReader()
    const closed = new Promise<void>((resolve) => stream.once('close', resolve))
    stream.on('error', () => undefined)
    if (port.life.signal.aborted) stream.destroy()
    port.stream = stream
    port.isThere = true
    announceAll()
    stream.on('data', (chunk: Buffer) => {
      try {
        pass(port, read(chunk))
      } catch (error) {
        if (!(error instanceof NotPackets)) throw error
        stream.destroy(error)
      }
    })
    stream.once('end', () => stream.end())
    await closed
    port.stream = undefined
    awaitUplink(port)
  }

  /** Tells the others that a node is gone, unless it has an uplink within the grace. */
  function awaitUplink(port: Port): void {
    const sinceMs = clock.monotonicMs()
    port.absentSinceMs = sinceMs
    clock.after(graceMs, () => {
      if (port.stream !== undefined || port.absentSinceMs !== sinceMs) return
      port.isThere = false
      announceAll()
    })
  }

  function pass(from: Port, items: ReturnType<ReturnType<typeof createNetworkReader>>): void {
    const own = rankAddress(from.node.rank)
    const packets = new Map<Port, Uint8Array[]>()
    for (const item of items) {
      if (item.kind !== 'packet') throw new NotPackets('only the control plane says who is there')
      const header = headerOf(item.bytes)
      if (header?.source !== own) continue
      const to = ports.get(rankOf(header.destination) ?? -1)
      if (to === undefined || to === from) continue
      const list = packets.get(to)
      if (list === undefined) packets.set(to, [item.bytes])
      else list.push(item.bytes)
    }
    for (const [{ stream }, list] of packets) {
      if (stream === undefined || stream.writableLength > waitingBytesMax) continue
      stream.write(list.length === 1 ? list[0] : Buffer.concat(list))
    }
  }

  /** Tells each node which others it can reach over its uplink. */
  function announceAll(): void {
    for (const { node, stream } of ports.values()) {
      const others = [...ports.values()].filter((port) => port.isThere && port.node !== node)
      stream?.write(reachableMessage(others.reduce((all, port) => all | (1 << port.node.rank), 0)))
    }
  }

  return {
    connect,
    [Symbol.dispose]() {
      for (const port of ports.values()) remove(port)
    },
  }
}
