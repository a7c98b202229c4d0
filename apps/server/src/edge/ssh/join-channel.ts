import type { Duplex } from 'node:stream'
import type { ServerChannel } from 'ssh2'
import { splitFrames } from '../../platform/agent-link/split-frames.ts'
import { carryInput, carryOutput } from './carry-output.ts'
import type { SshUser } from './ssh-user.ts'

/**
 * Joins a forwarded connection and a stream of the machine, both ways. Each half ends on its own, as those of a TCP
 * connection do.
 */
export async function joinChannel(
  user: SshUser,
  channel: ServerChannel,
  source: Duplex,
  write: (piece: Buffer) => void = (piece) => void channel.write(piece),
): Promise<void> {
  channel.on('error', () => {})
  carryInput(user, channel, source)
  const end = await carryOutput(user, { source, channel, write })
  if (end === 'broke') return channel.close()
  // Only our half: `end` of ssh2 would close the channel to what the client still sends.
  channel.eof()
  // A stream whose other half had ended before closes with its end, before this goes on.
  if (source.closed) channel.close()
  else source.once('close', () => channel.close())
}

/** The same for a stream whose bytes come in frames, as those of a program inside do; its errors are dropped. */
export function joinFramed(user: SshUser, channel: ServerChannel, source: Duplex): Promise<void> {
  const stdout = (part: Buffer) => void channel.write(part)
  return joinChannel(user, channel, source, splitFrames({ stdout, stderr: () => {} }))
}
