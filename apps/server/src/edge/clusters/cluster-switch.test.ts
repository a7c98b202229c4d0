import { once } from 'node:events'
import { type Duplex, duplexPair } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import {
  createNetworkReader,
  headerOf,
  rankAddress,
  rankOf,
  reachableMessage,
} from '@gridloom/domain/clusters/packets'
import { afterEach, expect, it, vi } from 'vitest'
import type { NetworkNode } from './cluster-network.ts'
import { type ClusterSwitch, createClusterSwitch } from './cluster-switch.ts'

const graceMs = 30_000
let ending: Disposable[] = []
afterEach(() => {
  for (const one of ending) one[Symbol.dispose]()
  ending = []
})

it('passes packets on to the node of their address, several of one turn together', async () => {
  const network = await setup([0, 1, 2])
  network.send(0, aPacket(0, 1), aPacket(0, 2), aPacket(0, 1))
  await vi.waitFor(() => expect(network.packets(1)).toEqual(['0 to 1', '0 to 1']))
  expect(network.packets(2)).toEqual(['0 to 2'])
  expect(network.packets(0)).toEqual([])
})

it('passes nothing on under the address of another node, nor to none of the cluster', async () => {
  const network = await setup([0, 1, 2])
  const wrong = [aPacket(1, 2), aPacket(5, 1), aPacket(0, 0), aPacket(0, 7), aPacket(0, 29)]
  network.send(0, ...wrong, aPacket(0, 2))
  await vi.waitFor(() => expect(network.packets(2)).toEqual(['0 to 2']))
  expect(network.packets(1)).toEqual([])
  expect(network.packets(0)).toEqual([])
})

it.each([
  ['says who can be reached', Buffer.from(reachableMessage(0b111))],
  ['sends no packets', Buffer.alloc(16, 0xff)],
])('ends the uplink of a machine that %s', async (_, bytes) => {
  const network = await setup([0, 1])
  const { stream } = network.uplink(0)
  stream.write(bytes)
  await vi.waitFor(() => expect(stream.readableEnded || stream.destroyed).toBe(true))
})

it('tells each node which others are there, and at once when one is not of the cluster any more', async () => {
  const network = await setup([0, 1, 2])
  await vi.waitFor(() => expect(network.reachable(0)).toBe(0b110))
  network.connect([0, 2])
  await vi.waitFor(() => expect(network.reachable(0)).toBe(0b100))
  await vi.waitFor(() => expect(network.uplink(1).stream.destroyed).toBe(true))
  network.send(0, aPacket(0, 1), aPacket(0, 2))
  await vi.waitFor(() => expect(network.packets(2)).toEqual(['0 to 2']))
})

it('regards a node as there for 30 s after its uplink broke', async () => {
  const network = await setup([0, 1])
  await vi.waitFor(() => expect(network.reachable(0)).toBe(0b10))
  network.refuse(1)
  const { stream } = network.uplink(1)
  stream.destroy()
  await once(stream, 'close')
  await new Promise(setImmediate)
  await network.clock.advance(graceMs - 1)
  expect(network.reachable(0)).toBe(0b10)
  await network.clock.advance(1)
  await vi.waitFor(() => expect(network.reachable(0)).toBe(0))
})

it('drops what a machine does not read beyond 4 MiB, and delays no other', async () => {
  const network = await setup([0, 1, 2])
  network.uplink(1).stream.pause()
  const large = aPacket(0, 1, 60_000)
  for (let sent = 0; sent < 300; sent += 1) network.send(0, large)
  network.send(0, aPacket(0, 2))
  await vi.waitFor(() => expect(network.packets(2)).toEqual(['0 to 2']))
  network.uplink(1).stream.resume()
  await vi.waitFor(() => expect(network.packets(1).length).toBeGreaterThan(50))
  expect(network.packets(1).length).toBeLessThan(90)
})

interface Uplink {
  /** The machine's end. */
  stream: Duplex
  packets: string[]
  reachable: number | undefined
}

async function setup(ranks: readonly number[]) {
  const clock = createTestClock()
  const uplinks = new Map<number, Uplink>()
  const refused = new Set<number>()
  const network: ClusterSwitch = createClusterSwitch({
    clock,
    open: async ({ rank }) => {
      if (refused.has(rank)) throw new Error('the machine is offline')
      const [ours, stream] = duplexPair()
      uplinks.set(rank, takeAll(stream))
      // As the two ends of a stream over a network.
      ours.once('close', () => stream.destroy())
      stream.once('close', () => ours.destroy())
      return ours
    },
  })
  ending.push(network)
  const connect = (wanted: readonly number[]) => network.connect(wanted.map(aNode))
  connect(ranks)
  await vi.waitFor(() => expect(uplinks.size).toBe(ranks.length))
  const uplink = (rank: number) => {
    const found = uplinks.get(rank)
    if (found === undefined) throw new Error(`rank ${rank} has no uplink`)
    return found
  }
  return {
    clock,
    connect,
    uplink,
    send: (rank: number, ...packets: Buffer[]) =>
      void uplink(rank).stream.write(Buffer.concat(packets)),
    packets: (rank: number) => uplink(rank).packets,
    reachable: (rank: number) => uplink(rank).reachable,
    refuse: (rank: number) => void refused.add(rank),
  }
}

function takeAll(stream: Duplex): Uplink {
  const uplink: Uplink = { stream, packets: [], reachable: undefined }
  const read = createNetworkReader()
  stream.on('error', () => undefined)
  stream.on('data', (chunk: Buffer) => {
    for (const item of read(chunk)) {
      if (item.kind === 'reachable') uplink.reachable = item.ranks
      else uplink.packets.push(nameOf(item.bytes))
    }
  })
  return uplink
}

function nameOf(packet: Uint8Array): string {
  const { source = 0, destination = 0 } = headerOf(packet) ?? {}
  return `${rankOf(source)} to ${rankOf(destination)}`
}

function aNode(rank: number): NetworkNode {
  return {
    rank,
    instanceId: InstanceId.parse(`ins_${String(rank).padStart(26, '0')}`),
    machineId: MachineId.parse(`mch_${String(rank).padStart(26, '0')}`),
  }
}

function aPacket(from: number, to: number, length = 40): Buffer {
  const packet = Buffer.alloc(length)
  packet[0] = 0x45
  packet.writeUInt16BE(length, 2)
  packet[9] = 6
  packet.writeUInt32BE(rankAddress(from), 12)
  packet.writeUInt32BE(rankAddress(to), 16)
  return packet
}
