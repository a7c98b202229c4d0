import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import { createMachines, type Machines } from '../../edge/machines.ts'
import type { AgentGateway } from '../agents/index.ts'

interface BulkParts {
  clock: Clock
  agents: Pick<AgentGateway, 'edgeSocket'>
  /** Ends connections that are being made. */
  signal: AbortSignal
}

/** Creates the connections that machines dial for bulk of the control plane, apart from their reports. */
export function createBulkMachines({ clock, agents, signal }: BulkParts): Machines {
  const machines = createMachines({
    clock,
    async connect(machineId, request) {
      try {
        machines.take(request, await agents.edgeSocket(machineId, signal))
        return null
      } catch (error) {
        if (error instanceof Refused) return error.code
        throw error
      }
    },
  })
  return machines
}
