import type { Duplex, Writable } from 'node:stream'
import type { ServerChannel } from 'ssh2'
import type { SshUser } from './ssh-user.ts'

/** Bytes that may wait in a client's socket: ssh2 writes as much as the client's window allows, which it may open widely. */
const waitingBytesMax = 256 * 1024
/**
 * What a channel carries in one turn of the event loop. A keystroke waits until the turn ends: a transfer that carried
 * all that had arrived, 2 MiB, took 15 to 40 ms a turn.
 */
const turnBytesMax = 128 * 1024

interface Carrying {
  source: Duplex
  channel: Writable & { readonly stderr: Writable }
  /** Puts a piece into the channel. */
  write(piece: Buffer): void
}

/**
 * Writes what a machine sends to a channel, at the pace of its client. Resolves with how the stream ended; a client that
 * leaves the channel destroys it.
 */
export function carryOutput(
  { socket, traffic }: Pick<SshUser, 'traffic'> & { readonly socket: Writable },
  { source, channel, write }: Carrying,
): Promise<'ended' | 'broke'> {
  const { promise, resolve } = Promise.withResolvers<'ended' | 'broke'>()
  const outlets = [channel, channel.stderr]
  const mustWait = () =>
    socket.writableLength > waitingBytesMax || outlets.some((each) => each.writableNeedDrain)
  let isNext = false
  // Read and not listened to: the pieces that came in one turn are read as one, and make larger packets.
  const carry = () => {
    let left = turnBytesMax
    while (!isNext && !mustWait()) {
      const piece: Buffer | null = source.read(Math.min(left, source.readableLength) || undefined)
      if (piece === null) return
      traffic.sent += piece.length
      left -= piece.length
      write(piece)
      if (left <= 0) goOnNextTurn()
    }
  }
  const goOnNextTurn = () => {
    isNext = true
    setImmediate(() => {
      isNext = false
      // What a broken stream still holds is for nobody: its channel may be gone.
      if (!source.destroyed) carry()
    })
  }
  const finish = (how: 'ended' | 'broke') => {
    for (const each of [...outlets, socket]) each.off('drain', carry)
    resolve(how)
  }
  for (const each of [...outlets, socket]) each.on('drain', carry)
  source.on('readable', carry)
  source.once('end', () => finish('ended'))
  source.once('error', () => finish('broke'))
  source.once('close', () => finish('broke'))
  channel.once('close', () => source.destroy())
  return promise
}

/** Writes what a client sends to a machine, at the machine's pace, and ends that half with the client's. */
export function carryInput({ traffic }: SshUser, channel: ServerChannel, into: Duplex): void {
  channel.on('data', (piece: Buffer) => {
    traffic.received += piece.length
    if (!into.destroyed && !into.write(piece)) channel.pause()
  })
  into.on('drain', () => channel.resume())
  channel.once('end', () => into.end())
  // What still arrives for a program that has ended is dropped: a paused channel would never see its end.
  into.once('close', () => channel.resume())
}
