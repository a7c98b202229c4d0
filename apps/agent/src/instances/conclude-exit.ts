import { hasStartScript } from './container-settings.ts'
import type { InstanceContext } from './context.ts'
import { type Exit, type ExitConclusion, explainExit } from './ending.ts'
import { isOtherBoot } from './instance-file.ts'
import type { InstanceRecord } from './record.ts'
import { hasStarted } from './start-mark.ts'

/** Queries the engine about a container that ended, and decides what its exit means. */
export async function concludeExit(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<ExitConclusion> {
  const { runtime } = context
  const { spec, container } = record
  const endedWith = endedWithOf(context, record)
  const facts = await runtime.inspectContainer(container, signal)
  const outOfMemory =
    (facts?.outOfMemory ?? false) || (record.outOfMemorySeen && facts?.exitCode === 137)
  // The signal of an interruption's notice was the agent's own.
  const isTold = record.noticePlaced !== undefined && spec.interruption?.signal === 'SIGTERM'
  const isUnclear = endedWith === undefined && !outOfMemory && facts !== undefined && !isTold
  if (isUnclear && (await runtime.wasSignalled(facts, signal)))
    await outlastEngine(context, container, signal)
  const lastLines: string[] = []
  const selection = { follow: false, since: undefined, tail: 5 }
  for await (const line of runtime.logs(container, selection, signal)) lastLines.push(line.text)
  const isScripted = hasStartScript(spec)
  return explainExit({
    code: facts?.exitCode ?? 0,
    outOfMemory,
    launchMode: spec.launch_mode,
    inStartScript: isScripted && !(await hasStarted(runtime, record, signal)),
    memoryMib: spec.memory_mib,
    endedWith,
    endedWhileAway: isAfter(facts?.finishedAt, record.engineLostAtMs),
    restartPolicy: spec.restart_policy,
    lastLines,
  })
}

/** Returns whether a container ended with its machine or its engine, as far as the agent knows. */
function endedWithOf({ systemBoot }: InstanceContext, record: InstanceRecord): Exit['endedWith'] {
  if (isOtherBoot(record.systemBoot, systemBoot)) return 'machine'
  return record.problem?.code === 'engine_unreachable' ? 'engine' : undefined
}

/** An engine that stops signals its containers first, for up to 15 s, and may respond meanwhile. */
const engineStopsWithinMs = 17_000
const lookEveryMs = 500

/** Waits until the engine cannot be the cause of an exit that was just seen. Errors: `engine_unreachable` if it was. */
async function outlastEngine(
  { clock, runtime }: InstanceContext,
  container: string,
  signal: AbortSignal,
): Promise<void> {
  const untilMs = clock.monotonicMs() + engineStopsWithinMs
  while (clock.monotonicMs() < untilMs) {
    await clock.sleep(lookEveryMs, signal)
    await runtime.inspectContainer(container, signal)
  }
}

/** The loss of an engine is noticed a little later than it ends its containers. */
const noticedWithinMs = 2_000

function isAfter(finishedAt: string | null | undefined, lostAtMs: number | undefined): boolean {
  if (!finishedAt || lostAtMs === undefined) return false
  return Date.parse(finishedAt) > lostAtMs + noticedWithinMs
}
