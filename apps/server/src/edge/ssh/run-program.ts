import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import { type SessionRequest, sessionCalls } from '@gridloom/contract/agent/session-calls'
import type { InstanceId, InstanceSessionId } from '@gridloom/contract/core/ids'
import type { ServerChannel } from 'ssh2'
import { splitFrames } from '../../platform/agent-link/split-frames.ts'
import { type AgentDuplex, duplexTo } from '../../platform/agent-link/stream-calls.ts'
import { StreamBroken } from '../../platform/agent-link/streams.ts'
import { carryInput, carryOutput } from './carry-output.ts'
import { failedExitCode, type SshUser, sentenceFor } from './ssh-user.ts'

/** That of a program that SIGKILL ended; a container's SIGTERM gives a higher one. */
const killedExitCode = 128 + 9

interface Run {
  channel: ServerChannel
  params: { id: InstanceId; session: InstanceSessionId }
  request: SessionRequest
}

/** Runs a program in the instance on a channel, to its end: bytes, exit code, and a sentence where it fails. */
export async function runProgram(user: SshUser, { channel, params, request }: Run): Promise<void> {
  channel.on('error', () => {})
  user.sessions.add(channel)
  channel.once('close', () => user.sessions.delete(channel))
  try {
    const wire = await user.reach(request.terminal === null ? 'transfers' : 'terminals')
    const { signal } = user
    const opened = await duplexTo(wire, sessionCalls.open, { params, body: request, signal })
    carryInput(user, channel, opened.stream)
    const end = await carryOutput(user, {
      ...{ source: opened.stream, channel },
      write: request.terminal === null ? framesInto(channel) : (piece) => void channel.write(piece),
    })
    if (end === 'broke') throw new StreamBroken('the machine is gone, or the connection to it')
    const exitCode = await exitCodeOf(opened)
    // As killed with its container: its user hears why.
    if (exitCode >= killedExitCode) writeSentence(channel, await user.whyOut())
    leave(channel, exitCode)
  } catch (error) {
    if (user.signal.aborted) return
    const why =
      error instanceof StreamBroken ? await user.whyOut().catch(() => undefined) : undefined
    writeSentence(channel, why ?? sentenceFor(error, user.login))
    leave(channel, failedExitCode)
  }
}

function framesInto(channel: ServerChannel): (piece: Buffer) => void {
  return splitFrames({
    stdout: (part) => void channel.write(part),
    stderr: (part) => void channel.stderr.write(part),
  })
}

async function exitCodeOf({ trailers }: AgentDuplex): Promise<number> {
  const said = (await trailers())[terminalExitCode] ?? ''
  return /^\d{1,3}$/.test(said) ? Number(said) : failedExitCode
}

/** Shows a sentence, wherever the cursor of a terminal is. */
function writeSentence(channel: ServerChannel, sentence: string | undefined): void {
  if (sentence !== undefined && channel.stderr.writable) channel.stderr.write(`${sentence}\r\n`)
}

function leave(channel: ServerChannel, exitCode: number): void {
  if (!channel.writable) return
  channel.exit(exitCode)
  channel.end()
}
