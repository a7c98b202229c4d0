import type { ServeOrders } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Log } from '../../../platform/log.ts'
import type { AgentGateway } from '../../agents/index.ts'

/** Tells machines what they are to serve. */
export interface OrderSender {
  /** Soon, and once more where something changed meanwhile; one call at a time for each machine. */
  send(machineId: MachineId): void
  /** Resolves when nothing is being told. */
  idle(): Promise<void>
}

interface Options {
  agents: AgentGateway
  log: Log
  signal: AbortSignal
  /** All that a machine is to serve just now; `undefined`: it is not to be told. */
  ordersOf(machineId: MachineId): ServeOrders | undefined
}

const timeoutMs = 10_000

export function createOrderSender({ agents, log, signal, ordersOf }: Options): OrderSender {
  const telling = new Map<MachineId, { again: boolean; over: Promise<void> }>()
  const tell = async (machineId: MachineId) => {
    const body = ordersOf(machineId)
    if (body === undefined) return
    const sent = agents.call(machineId, modelCalls.serve, { body, signal, timeoutMs })
    await sent.catch((error: unknown) =>
      // @NOTE the next heartbeat that shows an older state has the orders sent again.
      log.warn({ err: error, machineId }, 'a machine could not be told what to serve'),
    )
  }
  const publishAll = async (machineId: MachineId) => {
    do {
      const now = telling.get(machineId)
      if (now !== undefined) now.again = false
      await tell(machineId)
    } while (telling.get(machineId)?.again && !signal.aborted)
    telling.delete(machineId)
  }
  return {
    send(machineId) {
      const now = telling.get(machineId)
      if (now === undefined) {
        const next = { again: false, over: Promise.resolve() }
        telling.set(machineId, next)
        next.over = publishAll(machineId)
      } else now.again = true
    },
    async idle() {
      while (telling.size > 0) await Promise.all([...telling.values()].map(({ over }) => over))
    },
  }
}
