import { createDeadline, withDeadline } from '@gridloom/async/deadline'
import type { Readiness } from '@gridloom/contract/templates/container-fields'
import { assertNever } from '@gridloom/domain/assert-never'
import { hasStartScript } from './container-settings.ts'
import { type InstanceContext, timestampOf } from './context.ts'
import { httpAnswers } from './http-probe.ts'
import { count, type InstanceRecord } from './record.ts'
import { hasStarted } from './start-mark.ts'

const probeEveryMs = 500
/** One probe may take this long. */
const probeLimitMs = 5_000
/** A start script that still runs after this long counts as started: it may be a server. */
const scriptGraceMs = 2_000
const scriptEveryMs = 50

/**
 * Connects a node to its cluster, waits until the template's readiness check passes, and sets the record ready; a check
 * that does not pass in time becomes the instance's ending.
 */
export async function awaitReady(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  const { readiness } = record.spec
  await context.clusters.connect(record, signal)
  const passed =
    readiness.kind === 'started'
      ? await awaitScript(context, record, signal)
      : await awaitProbe(context, record, signal)
  if (passed) {
    record.ready = true
    count(record, timestampOf(context.clock))
    return
  }
  const { generation } = record.spec
  const text = `The readiness check did not pass within ${limitS(readiness)} s: ${describe(readiness)}.`
  const reason = { code: 'readiness_timeout', text, exit_code: null } as const
  record.ending = { generation, phase: 'failed', reason }
}

/** Waits a moment for the start script: `started` means at once, but a script that fails right away is no start. */
async function awaitScript(
  { runtime, clock }: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<true> {
  if (!hasStartScript(record.spec)) return true
  const untilMs = clock.monotonicMs() + scriptGraceMs
  while (clock.monotonicMs() < untilMs) {
    if (await hasStarted(runtime, record, signal)) return true
    await clock.sleep(scriptEveryMs, signal)
  }
  return true
}

async function awaitProbe(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock } = context
  const untilMs = clock.monotonicMs() + limitS(record.spec.readiness) * 1000
  while (clock.monotonicMs() < untilMs) {
    if (await probeOnce(context, record, signal)) return true
    await clock.sleep(probeEveryMs, signal)
  }
  return false
}

async function probeOnce(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = createDeadline(context.clock, probeLimitMs, signal)
  try {
    return await probe(context, record, limit.signal)
  } catch {
    // @NOTE whatever made this probe fail, the next one may pass; only the caller's abort ends the wait
    signal.throwIfAborted()
    return false
  } finally {
    limit.done()
  }
}

async function probe(
  { clock, runtime }: InstanceContext,
  { container, spec: { readiness } }: InstanceRecord,
  signal: AbortSignal,
): Promise<boolean> {
  switch (readiness.kind) {
    case 'started':
      return true
    case 'tcp': {
      const connection = await runtime.dial(container, readiness.port, signal)
      connection.destroy()
      return true
    }
    case 'http': {
      const connection = await runtime.dial(container, readiness.port, signal)
      return httpAnswers(connection, readiness, signal)
    }
    case 'exec': {
      const settings = { command: readiness.command, stdin: undefined }
      const running = await runtime.exec(container, settings, signal)
      const giveUp = () =>
        void withDeadline(clock, { ms: probeLimitMs }, (limited) => running.kill(limited)).catch(
          () => undefined,
        )
      signal.addEventListener('abort', giveUp, { once: true })
      for await (const _ of running.output) signal.throwIfAborted()
      signal.removeEventListener('abort', giveUp)
      return (await running.exitCode(signal)) === 0
    }
    default:
      return assertNever(readiness)
  }
}

function limitS(readiness: Readiness): number {
  return readiness.kind === 'started' ? 0 : readiness.timeout_s
}

function describe(readiness: Readiness): string {
  switch (readiness.kind) {
    case 'started':
      return 'the container did not start'
    case 'tcp':
      return `port ${readiness.port} did not accept connections`
    case 'http':
      return `GET ${readiness.path} on port ${readiness.port} did not return a status below 500`
    case 'exec':
      return `"${readiness.command.join(' ')}" did not exit with code 0`
    default:
      return assertNever(readiness)
  }
}
