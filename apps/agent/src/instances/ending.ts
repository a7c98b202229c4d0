import { hasStartScript } from './container-settings.ts'
import type { InstanceContext } from './context.ts'
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
  /** Whether the container engine did not respond around the time of the exit. */
  engineWasAway: boolean
  lastLines: readonly string[]
}

/** Returns phase and reason of an exit. Only an entry point that exits with 0 has ended as intended. */
export function explainExit(exit: Exit): Pick<Ending, 'phase' | 'reason'> {
  const { code, launchMode } = exit
  if (exit.outOfMemory) {
    const text = `It used more than its ${exit.memoryMib} MiB of memory and was ended by the system.`
    return { phase: 'failed', reason: reason('out_of_memory', text, code) }
  }
  if (exit.engineWasAway) {
    const text = `It was ended together with the container engine of its machine, which was restarted (exit code ${code}).`
    return { phase: 'failed', reason: reason('exited', text, code) }
  }
  if (exit.inStartScript) {
    const text = `The start script ended with exit code ${code}.${quote(exit.lastLines)}`
    return { phase: 'failed', reason: reason('start_script_failed', text, code) }
  }
  if (code === 0 && launchMode === 'entrypoint') {
    const text = 'The container ended by itself with exit code 0.'
    return { phase: 'stopped', reason: reason('exited', text, code) }
  }
  const text = `The container ended by itself with exit code ${code}.${quote(exit.lastLines)}`
  return { phase: 'failed', reason: reason('exited', text, code) }
}

/** Queries the engine about a container that ended, and explains its exit. */
export async function endingOf(
  { runtime }: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<Ending> {
  const { spec, container } = record
  const wasAway = record.problem?.code === 'engine_unreachable'
  const facts = await runtime.inspectContainer(container, signal)
  const lastLines: string[] = []
  const selection = { follow: false, since: undefined, tail: 5 }
  for await (const line of runtime.logs(container, selection, signal)) lastLines.push(line.text)
  const isScripted = hasStartScript(spec)
  const explained = explainExit({
    code: facts?.exitCode ?? 0,
    outOfMemory:
      (facts?.outOfMemory ?? false) || (record.outOfMemorySeen && facts?.exitCode === 137),
    launchMode: spec.launch_mode,
    inStartScript: isScripted && !(await runtime.hasPath(container, startedMark, signal)),
    memoryMib: spec.memory_mib,
    engineWasAway: wasAway,
    lastLines,
  })
  return { ...explained, generation: spec.generation }
}

function reason(code: ReportReason['code'], text: string, exitCode: number): ReportReason {
  return { code, text, exit_code: exitCode }
}

function quote(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== '').map((line) => line.slice(0, 300))
  return said.length === 0 ? '' : ` Its last words:\n${said.join('\n')}`
}
