import { createTestClock } from '@gridloom/async/test-clock'
import { ClusterId } from '@gridloom/contract/core/ids'
import { headerOf, rankAddress } from '@gridloom/domain/clusters/packets'
import { describe, expect, it } from 'vitest'
import { type ClusterNode, createClusterNode, uplinkGraceMs } from './node.ts'
import { resetTo, type Segment, segmentOf } from './segments.ts'
import { createUplink } from './uplink.ts'

describe('a packet of a node to another', () => {
  it('waits for an uplink; once none has come its connection ends, and others are refused', async () => {
    const { node, delivered, clock } = setup()
    node.fromInside(aPacket(1))
    expect(delivered).toEqual([])
    await clock.advance(uplinkGraceMs)
    const reset = { isReset: true, source: rankAddress(1) }
    expect(delivered.map(segment)).toMatchObject([reset])
    node.fromInside(aPacket(1))
    expect(delivered.map(segment)).toMatchObject([reset, reset])
  })

  it('goes over the uplink to the ranks that it reaches, and those to others are refused', () => {
    const { node, delivered } = setup()
    const sent: Buffer[] = []
    node.use({ ...noUplink(), send: (packet) => void sent.push(packet) })
    node.setReachable(0b010)
    node.fromInside(aPacket(1))
    node.fromInside(aPacket(2))
    expect(sent).toHaveLength(1)
    expect(delivered.map(segment)).toMatchObject([{ source: rankAddress(2) }])
  })

  it.each([
    ['of a foreign address', aPacket(1, { from: 5 })],
    ['to itself', aPacket(0)],
    ['to a rank beyond the cluster', aPacket(3)],
    ['that is none', Buffer.alloc(5, 'hello')],
  ])('%s goes nowhere', async (_, packet) => {
    const { node, delivered, clock } = setup()
    node.use({ ...noUplink(), send: (bytes) => void delivered.push(bytes) })
    node.setReachable(0xffff)
    await clock.advance(uplinkGraceMs)
    node.fromInside(packet)
    expect(delivered).toEqual([])
  })

  it('goes to a node of the same machine without the uplink', () => {
    const near: Buffer[] = []
    const { node, delivered } = setup({ ...aNode(), fromNeighbour: (it) => void near.push(it) })
    node.fromInside(aPacket(1))
    expect([near.length, delivered.length]).toEqual([1, 0])
  })
})

describe('an uplink whose reader does not read', () => {
  it('drops packets beyond 4 MiB', async () => {
    const nothing = () => undefined
    const uplink = createUplink({ onPacket: nothing, onReachable: nothing, onEnd: nothing })
    for (let sent = 0; sent < 400; sent += 1) {
      uplink.send(Buffer.alloc(32_000))
      await new Promise(setImmediate)
    }
    expect(uplink.stream.readableLength).toBeLessThan(4.1 * 1024 * 1024)
    expect(uplink.stream.readableLength).toBeGreaterThan(4 * 1024 * 1024)
  })

  it('drops them also where they come in one turn', async () => {
    const nothing = () => undefined
    const uplink = createUplink({ onPacket: nothing, onReachable: nothing, onEnd: nothing })
    for (let sent = 0; sent < 1_000; sent += 1) uplink.send(Buffer.alloc(32_000))
    await new Promise(setImmediate)
    expect(uplink.stream.readableLength).toBeLessThan(4.1 * 1024 * 1024)
  })
})

function setup(near?: ClusterNode) {
  const clock = createTestClock()
  const delivered: Buffer[] = []
  const node = createClusterNode({
    place: {
      id: ClusterId.parse('clu_01jd3v8q6f7g8h9jkmnpqrstvw'),
      name: 'training',
      rank: 0,
      slots: [1, 1, 1],
    },
    clock,
    deliver: (packet) => void delivered.push(packet),
    neighbour: (rank) => (rank === 1 ? near : undefined),
  })
  return { node, delivered, clock }
}

function aNode(): ClusterNode {
  const nothing = () => undefined
  return {
    ...{ fromInside: nothing, fromOutside: nothing, fromNeighbour: nothing },
    ...{ setReachable: nothing, use: nothing, uplink: nothing, lose: nothing, close: nothing },
  }
}

function noUplink() {
  const nothing = () => undefined
  return createUplink({ onPacket: nothing, onReachable: nothing, onEnd: nothing })
}

/** A segment of rank 0 to another. */
function aPacket(to: number, { from = 0 } = {}): Buffer {
  const back: Segment = {
    source: rankAddress(to),
    destination: rankAddress(from),
    sourcePort: 22,
    destinationPort: 40_000,
    sequence: 0,
    acknowledged: undefined,
    isReset: false,
    length: 0,
  }
  const packet = resetTo(back, { sequence: 1, acknowledges: 1 })
  // Not a reset: those are answered by nothing.
  packet[33] = 0x10
  return packet
}

function segment(packet: Buffer): Segment | undefined {
  const header = headerOf(packet)
  return header && segmentOf(packet, header)
}
