import type { MachineId } from '@gridloom/contract/core/ids'
import type { Log } from '../../platform/log.ts'

/** Calls to machines that run beside the loops that start them, one at a time for each machine. */
export interface MachineTurns extends AsyncDisposable {
  /** Starts work, unless work on this machine runs. Its failure is logged: the loop starts it again. */
  start(machineId: MachineId, work: (signal: AbortSignal) => Promise<void>): void
}

export function createMachineTurns(log: Pick<Log, 'warn'>): MachineTurns {
  const running = new Map<MachineId, Promise<void>>()
  const ending = new AbortController()

  async function run(machine: MachineId, work: (signal: AbortSignal) => Promise<void>) {
    try {
      await work(ending.signal)
    } catch (cause) {
      // @NOTE a machine that is away or answers badly: the next turn of the loop continues
      if (!ending.signal.aborted)
        log.warn({ event: 'volume.call_failed', err: cause, machine }, 'a machine did not answer')
    }
  }

  return {
    start(machineId, work) {
      if (ending.signal.aborted || running.has(machineId)) return
      running.set(
        machineId,
        run(machineId, work).finally(() => running.delete(machineId)),
      )
    },
    async [Symbol.asyncDispose]() {
      ending.abort(new Error('the server stops'))
      await Promise.all(running.values())
    },
  }
}
