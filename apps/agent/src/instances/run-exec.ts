import { createDeadline } from '@gridloom/async/deadline'
import type { ExecMessage } from '@gridloom/contract/agent/protocol'
import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { limits } from '@gridloom/contract/core/constants'
import type { ExecRequest } from '@gridloom/contract/instances/exec'
import type { RunningExec } from '../runtime/port.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

const killLimitMs = 10_000
/** Bytes in one message of output: base64 encodes three bytes as four characters. */
const pieceBytes = (agentLimits.outputChars / 4) * 3

/**
 * Runs a command inside an instance: yields its output as it arrives, and its exit last. The command is killed
 * with its child processes at its time or output limit, or when the consumer stops reading.
 */
export async function* runExec(
  context: InstanceContext,
  record: InstanceRecord,
  { request, signal }: { request: ExecRequest; signal: AbortSignal },
): AsyncIterable<ExecMessage> {
  const { clock, runtime } = context
  const settings = { command: request.command, stdin: request.stdin }
  const running = await runtime.exec(record.container, settings, signal)
  const limit = createDeadline(clock, request.timeout_s * 1000, signal)
  const stop = () => void kill(context, running)
  limit.signal.addEventListener('abort', stop, { once: true })
  let leftBytes: number = limits.execOutputBytes
  let isCut = false
  let hasEnded = false
  try {
    for await (const { stream, bytes } of running.output) {
      isCut = bytes.length > leftBytes
      const kept = bytes.subarray(0, leftBytes)
      leftBytes -= kept.length
      for (let at = 0; at < kept.length; at += pieceBytes) {
        const base64 = kept.subarray(at, at + pieceBytes).toString('base64')
        yield { kind: 'output', stream, base64 }
      }
      if (isCut) break
    }
    const cut = isCut ? 'output_limit' : limit.signal.aborted ? 'timed_out' : undefined
    hasEnded = cut === undefined
    yield cut === undefined
      ? await exitOf(context, record, { running, signal })
      : { kind: 'exit', exit_code: null, ended: cut }
  } finally {
    limit.signal.removeEventListener('abort', stop)
    limit.done()
    if (!hasEnded) await kill(context, running)
  }
}

/** Returns how a command ended: one that was killed may have been killed with its container. */
async function exitOf(
  { runtime }: InstanceContext,
  record: InstanceRecord,
  { running, signal }: { running: RunningExec; signal: AbortSignal },
): Promise<ExecMessage> {
  const exitCode = await running.exitCode(signal)
  const mayBeKilled = exitCode === null || exitCode === 137
  const facts = mayBeKilled ? await runtime.inspectContainer(record.container, signal) : undefined
  if (mayBeKilled && facts?.state !== 'running') {
    return { kind: 'exit', exit_code: null, ended: 'instance_stopped' }
  }
  return { kind: 'exit', exit_code: exitCode, ended: 'exited' }
}

async function kill({ clock, log }: InstanceContext, running: RunningExec): Promise<void> {
  const limit = createDeadline(clock, killLimitMs)
  try {
    await running.kill(limit.signal)
  } catch (cause) {
    // @NOTE the command or its container is gone already, and there is nothing left to kill
    log.info({ event: 'command.kill_failed', err: cause }, 'command not killed')
  } finally {
    limit.done()
  }
}
