import { Duplex } from 'node:stream'
import { createNetworkReader } from '@gridloom/domain/clusters/packets'

/** What may wait for the control plane; packets beyond it are dropped, as by a router, and TCP sends them again. */
const waitingBytesMax = 4 * 1024 * 1024

/** The way of one node to those on other machines. */
export interface Uplink {
  /** The stream of a `network` call, from inside. */
  stream: Duplex
  send(packet: Buffer): void
  close(): void
}

export interface UplinkOptions {
  onPacket(packet: Buffer): void
  /** Bit n of `ranks`: rank n can be reached over it. */
  onReachable(ranks: number): void
  onEnd(): void
}

/** Creates the stream of an uplink. Bytes that are no packets end it. */
export function createUplink({ onPacket, onReachable, onEnd }: UplinkOptions): Uplink {
  const read = createNetworkReader()
  let waiting: Buffer[] = []
  let waitingBytes = 0

  function take(chunk: Buffer): void {
    for (const item of read(chunk)) {
      if (item.kind === 'packet') onPacket(asBuffer(item.bytes))
      else onReachable(item.ranks)
    }
  }

  /** Packets of one turn travel together. */
  function flush(): void {
    const packets = waiting
    waiting = []
    waitingBytes = 0
    if (!stream.destroyed) stream.push(packets.length === 1 ? packets[0] : Buffer.concat(packets))
  }

  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      try {
        take(chunk)
        done()
      } catch (cause) {
        done(cause instanceof Error ? cause : new Error(String(cause)))
      }
    },
    final: (done) => {
      stream.push(null)
      done()
    },
  })
  stream.on('error', () => undefined)
  stream.once('close', onEnd)
  return {
    stream,
    send: (packet) => {
      if (stream.destroyed || stream.readableEnded) return
      if (stream.readableLength + waitingBytes > waitingBytesMax) return
      waitingBytes += packet.length
      if (waiting.push(packet) === 1) setImmediate(flush)
    },
    close: () => void stream.destroy(),
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
