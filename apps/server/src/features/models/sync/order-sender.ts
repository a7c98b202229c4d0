import type { ServeOrders } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Log } from '../../../platform/log.ts'
import type { AgentGateway } from '../../agents/index.ts'

/** Sends machines their orders to serve models. */
export interface OrderSender {
  /** Sends the newest orders, and once more if they change meanwhile; one call at a time per machine. */
  send(machineId: MachineId): void
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

interface OrderSenderOptions {
  agents: AgentGateway
  log: Log
  signal: AbortSignal
  /** Returns all orders of a machine; `undefined`: none are to be sent. */
  ordersOf(machineId: MachineId): ServeOrders | undefined
}

const timeoutMs = 10_000

export function createOrderSender({
  agents,
  log,
  signal,
  ordersOf,
}: OrderSenderOptions): OrderSender {
  const sending = new Map<MachineId, { again: boolean; over: Promise<void> }>()
  const sendOrders = async (machineId: MachineId) => {
    const body = ordersOf(machineId)
    if (body === undefined) return
    const sent = agents.call(machineId, modelCalls.serve, { body, signal, timeoutMs })
    await sent.catch((error: unknown) =>
      // @NOTE the next heartbeat that shows an older state causes the orders to be sent again.
      log.warn(
        { event: 'model_orders.send_failed', err: error, machineId },
        'orders could not be sent to a machine',
      ),
    )
  }
  const sendAll = async (machineId: MachineId) => {
    do {
      const now = sending.get(machineId)
      if (now !== undefined) now.again = false
      await sendOrders(machineId)
    } while (sending.get(machineId)?.again && !signal.aborted)
    sending.delete(machineId)
  }
  return {
    send(machineId) {
      const now = sending.get(machineId)
      if (now === undefined) {
        const next = { again: false, over: Promise.resolve() }
        sending.set(machineId, next)
        next.over = sendAll(machineId)
      } else now.again = true
    },
    async idle() {
      while (sending.size > 0) await Promise.all([...sending.values()].map(({ over }) => over))
    },
  }
}
