import { describe, expect, it } from 'vitest'
import {
  createNetworkReader,
  headerOf,
  type NetworkItem,
  NotPackets,
  rankAddress,
  rankOf,
  reachableMessage,
} from './packets.ts'

describe('the stream of a cluster network', () => {
  it('yields the same packets and messages however it is cut', () => {
    const bytes = Buffer.concat([
      aPacket(20),
      reachableMessage(0b101),
      aPacket(1_400),
      aPacket(65_535),
      reachableMessage(0xffff),
      aPacket(21),
    ])
    const expected = [20, 'reachable 5', 1_400, 65_535, 'reachable 65535', 21]
    for (const size of [1, 2, 3, 7, 1_399, 16_384, bytes.length]) {
      const reader = createNetworkReader()
      const seen: (number | string)[] = []
      for (let at = 0; at < bytes.length; at += size)
        for (const item of reader(bytes.subarray(at, at + size))) seen.push(nameOf(item))
      expect(seen).toEqual(expected)
    }
  })

  it.each([
    ['another version', Buffer.from([0x60, 0, 0, 40])],
    ['a length below that of a header', Buffer.from([0x45, 0, 0, 19])],
  ])('ends at %s', (_, bytes) => {
    const reader = createNetworkReader()
    expect(() => [...reader(bytes)]).toThrow(NotPackets)
    const slow = createNetworkReader()
    expect(() => [...bytes].flatMap((one) => [...slow(Uint8Array.of(one))])).toThrow(NotPackets)
  })
})

describe('a packet', () => {
  it('names its addresses', () => {
    const packet = aPacket(40, { source: rankAddress(0), destination: rankAddress(15) })
    const { source, destination, protocol } = headerOf(packet) ?? {}
    expect([rankOf(source ?? 0), rankOf(destination ?? 0), protocol]).toEqual([0, 15, 6])
  })

  it.each([
    ['longer than it says', Buffer.concat([aPacket(40), Buffer.alloc(1)])],
    ['shorter than it says', aPacket(40).subarray(0, 39)],
    ['with a header beyond its end', Buffer.from(aPacket(20).fill(0x4f, 0, 1))],
    ['of another version', aPacket(20).fill(0x65, 0, 1)],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is none', (_, bytes) => {
    expect(headerOf(bytes)).toBeUndefined()
  })

  it.each([0x0a_cb_00_00, 0x0a_cb_00_11, 0x0a_cb_01_01, 0x7f_00_00_01, 0])(
    'with the address %i is of no rank',
    (address) => expect(rankOf(address)).toBeUndefined(),
  )
})

function nameOf(item: NetworkItem): number | string {
  return item.kind === 'packet' ? item.bytes.length : `reachable ${item.ranks}`
}

function aPacket(length: number, { source = 0, destination = 0 } = {}): Buffer {
  const packet = Buffer.alloc(length)
  packet[0] = 0x45
  packet.writeUInt16BE(length, 2)
  packet[9] = 6
  packet.writeUInt32BE(source, 12)
  packet.writeUInt32BE(destination, 16)
  return packet
}
