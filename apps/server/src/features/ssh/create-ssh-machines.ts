import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { createMachines, type Machines } from '../../edge/machines.ts'
import type { AgentGateway } from '../agents/index.ts'

interface SshMachinesOptions {
  agents: Pick<AgentGateway, 'edgeSocket'>
  clock: Clock
  stopping: AbortSignal
}

/**
 * Connections of machines for SSH that this process carries: apart from those that heartbeats use, and with the wide
 * windows of the edge. They end when the server stops.
 */
export function createSshMachines({ agents, clock, stopping }: SshMachinesOptions): Machines {
  const machines = createMachines({
    clock,
    async connect(machineId, request) {
      try {
        machines.take(request, await agents.edgeSocket(machineId, stopping))
        return null
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return error.code
      }
    },
  })
  stopping.addEventListener('abort', () => machines[Symbol.dispose](), { once: true })
  return machines
}
