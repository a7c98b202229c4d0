import type { RestartPolicy } from '@gridloom/contract/instances/instance'
import type { Ending, ReportReason } from './record.ts'

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
  /** Whether it ended when the engine had been away for a while, so that the engine did not end it. */
  endedWhileAway: boolean
  restartPolicy: RestartPolicy
  lastLines: readonly string[]
}

/** An instance that has ended, or one whose container ended with its machine or engine and starts again. */
export type ExitConclusion =
  | { kind: 'ended'; phase: Ending['phase']; reason: ReportReason }
  | { kind: 'interrupted'; by: 'machine' | 'engine' }

/** Decides what an exit means. Only an entry point that exits with 0 has ended as intended. */
export function explainExit(exit: Exit): ExitConclusion {
  const { code } = exit
  if (exit.outOfMemory) {
    const text = `The container exceeded its memory limit of ${exit.memoryMib} MiB and was killed.`
    return failed('out_of_memory', text, code)
  }
  const interruption = interruptionOf(exit)
  if (interruption !== undefined) return interruption
  if (exit.inStartScript) {
    const text = `The start script exited with code ${code}.${quote(exit.lastLines)}`
    return failed('start_script_failed', text, code)
  }
  if (isFinished(exit)) {
    const text = 'The container exited with code 0.'
    return stopped('exited', text, code)
  }
  const text = `The container exited with code ${code}.${quote(exit.lastLines)}`
  return failed('exited', text, code)
}

/** A container that its engine ends may exit with any code; an entry point that exits with 0 by itself has finished. */
function interruptionOf(exit: Exit): ExitConclusion | undefined {
  const { endedWith, restartPolicy, code } = exit
  if (endedWith === undefined) return undefined
  if (endedWith === 'engine' && exit.endedWhileAway && isFinished(exit)) return undefined
  if (restartPolicy === 'on_machine_restart') return { kind: 'interrupted', by: endedWith }
  const what = endedWith === 'machine' ? 'The machine' : 'The container engine of the machine'
  return stopped('machine_restarted', `${what} restarted. The disk is kept.`, code)
}

function isFinished({ code, launchMode }: Pick<Exit, 'code' | 'launchMode'>): boolean {
  return code === 0 && launchMode === 'entrypoint'
}

type End = (code: ReportReason['code'], text: string, exitCode: number) => ExitConclusion

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
  return said.length === 0 ? '' : ` Last log lines:\n${said.join('\n')}`
}
