import type { AgentCall } from '@gridloom/contract/agent/call'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Machines } from '../../edge/machines.ts'
import {
  type AgentGateway,
  callAgent,
  streamedBytes,
  type ValueCallOptions,
} from '../agents/index.ts'

/** Calls of many bytes: like those of the gateway, but on connections that carry no reports. */
export type BulkAgents = Pick<AgentGateway, 'call' | 'download'>

/** Calls machines on the connections that they dial for transfers. */
export function createBulkAgents(machines: Machines): BulkAgents {
  return {
    call: async <C extends AgentCall>(machineId: MachineId, call: C, options: ValueCallOptions) =>
      callAgent<C['response']>(await machines.reach(machineId, 'transfers'), call, options),
    async *download(machineId, call, options) {
      yield* streamedBytes(await machines.reach(machineId, 'transfers'), call, options)
    },
  }
}
