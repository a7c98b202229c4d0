import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { asError } from '@gridloom/async/as-error'
import { systemClock } from '@gridloom/async/clock'
import { createReadPace } from '@gridloom/async/read-pace'
import { createReadSlabs, type ReadSlabs } from '@gridloom/async/read-slabs'
import { clientFrame } from './client-frame.ts'
import { createHandshake, type Handshake } from './handshake.ts'
import { opcodes, readFrames } from './read-frames.ts'

/** How long the server may be silent after a close frame. */
const closeLimitMs = 2_000
/** RFC 6455, 7.4.1: it ended without a close frame. */
const closedAbnormally = 1006
/** The payload of a close frame: code 1000. */
const normalClosure = Buffer.from([0x03, 0xe8])

/**
 * A WebSocket that can pause its peer, which the runtime's own cannot, and that reads many bytes at once into memory that
 * is used again: with `ws`, a download through `gridloom proxy` took 2.9 s of processor time a GiB, and 1.7 s with this. A
 * binary message may come as several events, in parts.
 */
export function openNodeSocket(url: string): WebSocket {
  return asBrowserSocket(new NodeSocket(new URL(url)))
}

class NodeSocket extends EventTarget {
  private readonly slabs: ReadSlabs = createReadSlabs()
  private readonly socket: Socket
  private readonly handshake: Handshake
  private readonly readPiece = readFrames({
    bytes: (part) => {
      this.unpassed -= part.length
      this.dispatchEvent(new MessageEvent('message', { data: part }))
    },
    text: (data) => void this.dispatchEvent(new MessageEvent('message', { data })),
    ping: (payload) => this.write(opcodes.pong, payload),
    closed: (code, reason) => {
      this.end = { code, reason }
      this.finish()
    },
  })
  private state: 'opening' | 'open' | 'closing' = 'opening'
  private end = { code: closedAbnormally, reason: '' }
  private readonly pace = createReadPace({
    resume: () => void (this.isHeld || this.socket.resume()),
  })
  private isHeld = false
  /** Bytes of the present piece that nobody was given. */
  private unpassed = 0

  constructor(url: URL) {
    super()
    this.handshake = createHandshake(url)
    this.socket = dial(url, {
      buffer: () => this.slabs.room(),
      callback: (bytes) => {
        this.read(this.slabs.take(bytes))
        if (this.pace.after(bytes)) return !this.isHeld
        if (!this.isHeld) this.pace.want()
        return false
      },
    })
    this.socket.once('close', () => void this.dispatchEvent(new CloseEvent('close', this.end)))
    this.socket.on('error', () => void this.dispatchEvent(new Event('error')))
    this.socket.once('end', () => void this.socket.destroy())
    this.socket.write(this.handshake.request)
  }

  /** Bytes that were accepted and not sent yet. */
  get bufferedAmount(): number {
    return this.socket.writableLength
  }

  send(content: string | Uint8Array): void {
    if (typeof content === 'string') this.write(opcodes.text, Buffer.from(content))
    else this.write(opcodes.binary, content)
  }

  pause(): void {
    this.isHeld = true
    this.socket.pause()
  }

  resume(): void {
    this.isHeld = false
    this.pace.want()
  }

  /** Takes back the memory of bytes that nobody reads any more, each once. */
  reclaim(bytes: Uint8Array): void {
    this.slabs.release(bytes)
  }

  close(): void {
    if (this.state === 'opening') this.socket.destroy()
    else this.finish()
  }

  private write(opcode: number, payload: Uint8Array): void {
    if (this.state === 'open') this.socket.write(clientFrame(opcode, payload))
  }

  private read(piece: Buffer): void {
    this.unpassed = piece.length
    try {
      if (this.state === 'opening') this.readAnswer(piece)
      else if (this.end.code === closedAbnormally) this.readPiece(piece)
    } catch (cause) {
      this.socket.destroy(asError(cause))
    }
    this.slabs.release(piece.subarray(0, this.unpassed))
  }

  private readAnswer(piece: Buffer): void {
    const rest = this.handshake.read(piece)
    if (rest === undefined) return
    this.state = 'open'
    this.dispatchEvent(new Event('open'))
    this.readPiece(rest)
    // The handshake has copied the piece.
    this.unpassed = piece.length
  }

  /** Sends a close frame, and waits for the other side to end the connection. */
  private finish(): void {
    if (this.state === 'closing') return
    this.write(opcodes.close, normalClosure)
    this.state = 'closing'
    this.socket.end()
    this.destroyOnceStill()
    // A paused socket would never receive the other side's close frame.
    this.resume()
  }

  /** Ends the connection when nothing has moved on it for a while. */
  private destroyOnceStill(): void {
    // A timer would keep the process.
    if (this.socket.destroyed) return
    const moved = () => `${this.socket.bytesRead} ${this.socket.writableLength}`
    let before = moved()
    const check = () => {
      if (moved() === before) return void this.socket.destroy()
      before = moved()
      cancel = systemClock.after(closeLimitMs, check)
    }
    let cancel = systemClock.after(closeLimitMs, check)
    this.socket.once('close', () => cancel())
  }
}

function dial({ protocol, hostname, port }: URL, onread: OnReadOpts): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (protocol !== 'wss:')
    return connectTcp({ host, port: Number(port || 80), noDelay: true, onread })
  const servername = isIP(host) === 0 ? { servername: host } : {}
  // Named cast: `onread` is documented for `tls.connect` and missing in its types.
  const options: ConnectionOptions & { onread: OnReadOpts } = {
    host,
    port: Number(port || 443),
    onread,
  }
  return connectTls({ ...options, ...servername, ALPNProtocols: ['http/1.1'] }).setNoDelay(true)
}

/** Named cast: it has all that we use of a browser's socket. */
function asBrowserSocket(socket: NodeSocket): WebSocket {
  return socket as unknown as WebSocket
}
