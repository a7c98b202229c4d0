import { clusterLimits } from '@gridloom/contract/clusters/network'

/**
 * The stream of a cluster's network: IPv4 packets (RFC 791) one after another, and to agents also the ranks that can be
 * reached; see `clusterCalls`. Both ends distrust each other, so each packet is checked before it is passed on.
 */
export type NetworkItem =
  | { kind: 'packet'; bytes: Uint8Array }
  /** Bit n is set while rank n can be reached over the stream. */
  | { kind: 'reachable'; ranks: number }

/** The header of a packet that is well-formed. Addresses are 32-bit numbers. */
export interface PacketHeader {
  source: number
  destination: number
  /** 6: TCP. */
  protocol: number
  headerBytes: number
}

/** The stream has neither a packet nor a message where one must begin. */
export class NotPackets extends Error {
  override readonly name = 'NotPackets'
}

/** So many bytes of a packet tell its length. */
const lengthBytes = 4
const messageBytes = 3
/** `10.203.0.0`, see `clusterAddress`. */
const base = 0x0a_cb_00_00

/** The address of a rank as a number. */
export function rankAddress(rank: number): number {
  return base + rank + 1
}

/** The rank that an address is of; `undefined`: none. */
export function rankOf(address: number): number | undefined {
  const rank = address - base - 1
  return rank >= 0 && rank < clusterLimits.nodesMax ? rank : undefined
}

/** The message of the ranks that can be reached. */
export function reachableMessage(ranks: number): Uint8Array {
  return Uint8Array.of(0, ranks >> 8, ranks & 0xff)
}

/** Reads the header of what should be one packet; `undefined` unless it is one, whole and without more. */
export function headerOf(packet: Uint8Array): PacketHeader | undefined {
  const headerBytes = ((packet[0] ?? 0) & 0x0f) * 4
  const isWhole = headerBytes >= 20 && headerBytes <= packet.length
  if (!isWhole || (packet[0] ?? 0) >> 4 !== 4 || u16(packet, 2) !== packet.length) return undefined
  return {
    source: u32(packet, 12),
    destination: u32(packet, 16),
    protocol: packet[9] ?? 0,
    headerBytes,
  }
}

/**
 * Splits the bytes of one stream. It holds at most one packet, and copies only those that arrive in parts.
 * @throws NotPackets
 */
export type ReadNetwork = (chunk: Uint8Array) => Generator<NetworkItem, void>

export function createNetworkReader(): ReadNetwork {
  /** The item under way, as far as it has arrived: its first bytes, then as long as it will be. */
  let held: Uint8Array = new Uint8Array(lengthBytes)
  let filled = 0

  /** Takes from the chunk what the item under way lacks; returns how much that was. */
  function hold(rest: Uint8Array): number {
    const wanted = itemBytesAt(held.subarray(0, filled), 0) ?? filled + 1
    if (wanted > held.length) {
      const begun = held
      held = new Uint8Array(wanted)
      held.set(begun)
    }
    const taken = Math.min(wanted - filled, rest.length)
    held.set(rest.subarray(0, taken), filled)
    filled += taken
    return taken
  }

  function completed(): Uint8Array | undefined {
    const item = held.subarray(0, filled)
    if (itemBytesAt(item, 0) !== item.length) return undefined
    held = new Uint8Array(lengthBytes)
    filled = 0
    return item
  }

  return function* read(chunk) {
    let at = 0
    while (at < chunk.length) {
      const whole = filled === 0 ? itemBytesAt(chunk, at) : undefined
      if (whole !== undefined && at + whole <= chunk.length) {
        yield itemOf(chunk.subarray(at, at + whole))
        at += whole
        continue
      }
      at += hold(chunk.subarray(at))
      const item = completed()
      if (item !== undefined) yield itemOf(item)
    }
  }
}

/** The length of the item that begins here; `undefined` before it can be known. @throws NotPackets */
function itemBytesAt(bytes: Uint8Array, at: number): number | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first === 0) return messageBytes
  if (first >> 4 !== 4) throw new NotPackets('no packet begins here')
  if (bytes.length < at + 4) return undefined
  const length = u16(bytes, at + 2)
  if (length < 20) throw new NotPackets('the packet is shorter than its header')
  return length
}

function itemOf(bytes: Uint8Array): NetworkItem {
  return bytes[0] === 0 ? { kind: 'reachable', ranks: u16(bytes, 1) } : { kind: 'packet', bytes }
}

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function u32(bytes: Uint8Array, at: number): number {
  return ((u16(bytes, at) << 16) | u16(bytes, at + 2)) >>> 0
}
