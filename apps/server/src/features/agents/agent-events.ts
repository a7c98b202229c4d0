import type { Clock } from '@gridloom/async/clock'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'

/** One message of an agent, and when it arrived. */
export interface AgentEvent {
  machineId: MachineId
  connectionId: string
  receivedAt: Date
  message: AgentMessage
}
export type AgentListener = (event: AgentEvent) => Promise<void>
export type GoneListener = (machineId: MachineId) => Promise<void>

/** The dependencies of the gateway. */
export interface GatewayOptions {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}
