import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { limits } from '../core/constants.ts'
import { InstanceId, TerminalId } from '../core/ids.ts'
import { Flag } from '../core/values.ts'
import { ExecRequest } from '../instances/exec.ts'
import { ListeningPort } from '../instances/listening.ts'
import { LogLine } from '../instances/logs.ts'
import { Port } from '../templates/container-fields.ts'
import { agentCall } from './call.ts'
import { ExecMessage, InstanceSpec, SyncReply, SyncRequest } from './protocol.ts'
import { UsageAfter, UsagePage, UsageThrough } from './usage.ts'

const OneInstance = z.object({ id: InstanceId })
const OneTerminal = OneInstance.extend({ terminal: TerminalId })

const side = z.coerce.number<number>().int().min(1).max(1_000)
const TerminalSize = z.object({ columns: side, rows: side })

const LogSelection = z.object({
  follow: Flag.default(false),
  since: z.string().max(40).optional(),
  tail: z.coerce.number().int().min(0).default(limits.logTailLines),
  search: z.string().max(200).optional(),
})

/** Calls of the instances workload. */
export const instanceCalls = {
  /** Sends all instances that the machine should hold. */
  sync: agentCall({
    method: 'POST',
    path: '/v1/sync',
    transport: 'value',
    request: SyncRequest,
    response: SyncReply,
  }),
  /** Sends the spec of one instance. An older generation than the known one is ignored. */
  apply: agentCall({
    method: 'PUT',
    path: '/v1/instances/{id}',
    transport: 'value',
    status: 202,
    params: OneInstance,
    request: InstanceSpec,
  }),
  /** Reads the usage journal: what the machine counted while it could not report. */
  readUsage: agentCall({
    method: 'GET',
    path: '/v1/usage',
    transport: 'value',
    query: UsageAfter,
    response: UsagePage,
  }),
  /** Lets the machine delete entries of its journal. */
  forgetUsage: agentCall({
    method: 'PUT',
    path: '/v1/usage',
    transport: 'value',
    request: UsageThrough,
  }),
  logs: agentCall({
    method: 'GET',
    path: '/v1/instances/{id}/logs',
    transport: 'lines',
    params: OneInstance,
    query: LogSelection,
    response: LogLine,
  }),
  exec: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/exec',
    transport: 'lines',
    params: OneInstance,
    request: ExecRequest,
    response: ExecMessage,
  }),
  /**
   * Attaches to a shell; the answer's headers hold `x-gridloom-resumed: true|false`. When the shell ends and its exit
   * code is known, the trailer `terminalExitCode` follows the last byte.
   */
  terminal: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/terminals/{terminal}',
    transport: 'duplex',
    params: OneTerminal,
    query: TerminalSize,
  }),
  resizeTerminal: agentCall({
    method: 'PUT',
    path: '/v1/instances/{id}/terminals/{terminal}/size',
    transport: 'value',
    params: OneTerminal,
    request: TerminalSize,
  }),
  /** Connects to a TCP port inside the container. */
  port: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/ports/{port}',
    transport: 'duplex',
    params: OneInstance.extend({ port: z.coerce.number().pipe(Port) }),
  }),
  /** Lists the TCP ports that processes inside the container listen on, sorted. Older agents answer 404. */
  listening: agentCall({
    method: 'GET',
    path: '/v1/instances/{id}/listening',
    transport: 'value',
    params: OneInstance,
    response: z.array(ListeningPort).max(agentLimits.listeningPorts),
  }),
} as const
