import type { RestartPolicy } from '@gridloom/contract/instances/instance'
import { hasStartScript } from './container-settings.ts'
import type { InstanceContext } from './context.ts'
import { isOtherBoot } from './instance-file.ts'
import { startedMark } from './names.ts'
import type { Ending, InstanceRecord, ReportReason } from './record.ts'

/** How a container exited on its own. */
export interface Exit {
  code: number
  outOfMemory: boolean
  launchMode: 'shell' | 'entrypoint'
  /** Whether the container ended because of its start script. */
  inStartScript: boolean
  memoryMib: number
  /** Whether it ended together with the machine, or with its container engine. */
  endedWith: 'machine' | 'engine' | undefined
  restartPolicy: RestartPolicy
  lastLines: readonly string[]
}

/** An instance that has ended, or one whose container ended with its machine or engine and starts again. */
export type Conclusion =
  | { kind: 'ended'; phase: Ending['phase']; reason: ReportReason }
  | { kind: 'interrupted'; by: 'machine' | 'engine' }

/** Decides what an exit means. Only an entry point that exits with 0 has ended as intended. */
export function explainExit(exit: Exit): Conclusion {
  const { code, launchMode } = exit
  if (exit.outOfMemory) {
    const text = `It used more than its ${exit.memoryMib} MiB of memory and was ended by the system.`
    return failed('out_of_memory', text, code)
  }
  const interruption = interruptionOf(exit)
  if (interruption !== undefined) return interruption
  if (exit.inStartScript) {
    const text = `The start script ended with exit code ${code}.${quote(exit.lastLines)}`
    return failed('start_script_failed', text, code)
  }
  if (code === 0 && launchMode === 'entrypoint') {
    const text = 'The container ended by itself with exit code 0.'
    return stopped('exited', text, code)
  }
  const text = `The container ended by itself with exit code ${code}.${quote(exit.lastLines)}`
  return failed('exited', text, code)
}

/** A container that is stopped with its engine may end in any way; an entry point that ended with 0 had finished. */
function interruptionOf({
  endedWith,
  restartPolicy,
  code,
  launchMode,
}: Exit): Conclusion | undefined {
  if (endedWith === undefined) return undefined
  if (endedWith === 'engine' && code === 0 && launchMode === 'entrypoint') return undefined
  if (restartPolicy === 'on_machine_restart') return { kind: 'interrupted', by: endedWith }
  const what = endedWith === 'machine' ? 'Its machine' : 'The container engine of its machine'
  return stopped('machine_restarted', `${what} was restarted. Its disk is kept.`, code)
}

/** Queries the engine about a container that ended, and decides what its exit means. */
export async function concludeExit(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { runtime } = context
  const { spec, container } = record
  const endedWith = endedWithOf(context, record)
  const facts = await runtime.inspectContainer(container, signal)
  const lastLines: string[] = []
  const selection = { follow: false, since: undefined, tail: 5 }
  for await (const line of runtime.logs(container, selection, signal)) lastLines.push(line.text)
  const isScripted = hasStartScript(spec)
  return explainExit({
    code: facts?.exitCode ?? 0,
    outOfMemory:
      (facts?.outOfMemory ?? false) || (record.outOfMemorySeen && facts?.exitCode === 137),
    launchMode: spec.launch_mode,
    inStartScript: isScripted && !(await runtime.hasPath(container, startedMark, signal)),
    memoryMib: spec.memory_mib,
    endedWith,
    restartPolicy: spec.restart_policy,
    lastLines,
  })
}

/** What a container that is no longer running ended together with, as far as the agent knows. */
function endedWithOf({ systemBoot }: InstanceContext, record: InstanceRecord): Exit['endedWith'] {
  if (isOtherBoot(record.systemBoot, systemBoot)) return 'machine'
  return record.problem?.code === 'engine_unreachable' ? 'engine' : undefined
}

type End = (code: ReportReason['code'], text: string, exitCode: number) => Conclusion

const endedAs =
  (phase: Ending['phase']): End =>
  (code, text, exitCode) => ({
    kind: 'ended',
    phase,
    reason: { code, text, exit_code: exitCode },
  })
const failed = endedAs('failed')
const stopped = endedAs('stopped')

function quote(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== '').map((line) => line.slice(0, 300))
  return said.length === 0 ? '' : ` Its last words:\n${said.join('\n')}`
}
