import type { PacketHeader } from '@gridloom/domain/clusters/packets'

/** A TCP segment (RFC 9293), as far as connections are known by it. Addresses are 32-bit numbers. */
export interface Segment {
  source: number
  destination: number
  sourcePort: number
  destinationPort: number
  sequence: number
  /** `undefined`: it acknowledges nothing. */
  acknowledged: number | undefined
  isReset: boolean
  /** How far it moves the sequence: its bytes, and one each for SYN and FIN. */
  length: number
}

const tcp = 6
const flags = { fin: 0x01, syn: 0x02, reset: 0x04, acknowledge: 0x10 } as const
const ipHeaderBytes = 20
const tcpHeaderBytes = 20

/** Reads the segment in a packet; `undefined` if it is none, or only a later part of one. */
export function segmentOf(packet: Buffer, header: PacketHeader): Segment | undefined {
  const { source, destination, protocol, headerBytes: at } = header
  const isLaterPart = (packet.readUInt16BE(6) & 0x1fff) !== 0
  if (protocol !== tcp || isLaterPart || packet.length < at + tcpHeaderBytes) return undefined
  const set = packet.readUInt8(at + 13)
  const dataAt = at + (packet.readUInt8(at + 12) >> 4) * 4
  return {
    source,
    destination,
    sourcePort: packet.readUInt16BE(at),
    destinationPort: packet.readUInt16BE(at + 2),
    sequence: packet.readUInt32BE(at + 4),
    acknowledged: (set & flags.acknowledge) === 0 ? undefined : packet.readUInt32BE(at + 8),
    isReset: (set & flags.reset) !== 0,
    length:
      Math.max(0, packet.length - dataAt) +
      ((set & flags.syn) === 0 ? 0 : 1) +
      ((set & flags.fin) === 0 ? 0 : 1),
  }
}

/** The answer of a host at which nothing listens (RFC 9293, section 3.10.7.1); none to a reset. */
export function refusalOf(segment: Segment): Buffer | undefined {
  if (segment.isReset) return undefined
  const { acknowledged, sequence, length } = segment
  return acknowledged === undefined
    ? resetTo(segment, { sequence: 0, acknowledges: (sequence + length) >>> 0 })
    : resetTo(segment, { sequence: acknowledged })
}

/** A reset to the sender of a segment, as if from the other end of its connection. */
export function resetTo(
  { source, destination, sourcePort, destinationPort }: Segment,
  { sequence, acknowledges }: { sequence: number; acknowledges?: number },
): Buffer {
  const packet = Buffer.alloc(ipHeaderBytes + tcpHeaderBytes)
  packet.writeUInt16BE(destinationPort, 20)
  packet.writeUInt16BE(sourcePort, 22)
  packet.writeUInt32BE(sequence, 24)
  packet.writeUInt32BE(acknowledges ?? 0, 28)
  packet.writeUInt8((tcpHeaderBytes / 4) << 4, 32)
  packet.writeUInt8(flags.reset | (acknowledges === undefined ? 0 : flags.acknowledge), 33)
  writeIpHeader(packet, { source: destination, destination: source, protocol: tcp })
  const pseudo = Buffer.alloc(12)
  packet.copy(pseudo, 0, 12, 20)
  pseudo.writeUInt16BE(tcp, 8)
  pseudo.writeUInt16BE(tcpHeaderBytes, 10)
  packet.writeUInt16BE(checksum(pseudo, packet.subarray(ipHeaderBytes)), 36)
  return packet
}

const icmp = 1
const echoRequest = 8

/** An echo request (RFC 792) to a node: its kernel answers it, so the answer shows that the network is up. */
export function echoPacket(addresses: { source: number; destination: number }): Buffer {
  const packet = Buffer.alloc(ipHeaderBytes + 8)
  packet.writeUInt8(echoRequest, 20)
  packet.writeUInt16BE(checksum(packet.subarray(ipHeaderBytes)), 22)
  writeIpHeader(packet, { ...addresses, protocol: icmp })
  return packet
}

function writeIpHeader(
  packet: Buffer,
  { source, destination, protocol }: Pick<PacketHeader, 'source' | 'destination' | 'protocol'>,
): void {
  packet.writeUInt8(0x45, 0)
  packet.writeUInt16BE(packet.length, 2)
  packet.writeUInt8(64, 8)
  packet.writeUInt8(protocol, 9)
  packet.writeUInt32BE(source, 12)
  packet.writeUInt32BE(destination, 16)
  packet.writeUInt16BE(checksum(packet.subarray(0, ipHeaderBytes)), 10)
}

/** The checksum of RFC 1071 over parts that each have an even number of bytes. */
function checksum(...parts: readonly Buffer[]): number {
  let sum = 0
  for (const part of parts) for (let at = 0; at < part.length; at += 2) sum += part.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
