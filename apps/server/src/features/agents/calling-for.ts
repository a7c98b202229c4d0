import type { AgentGateway } from './gateway.ts'

/** Returns the gateway for the calls of one request: agents log its id with each of them. */
export function callingFor(gateway: AgentGateway, requestId: string): AgentGateway {
  return {
    ...gateway,
    call: (machineId, call, options) => gateway.call(machineId, call, { ...options, requestId }),
    lines: (machineId, call, options) => gateway.lines(machineId, call, { ...options, requestId }),
    stream: (machineId, call, options) =>
      gateway.stream(machineId, call, { ...options, requestId }),
    download: (machineId, call, options) =>
      gateway.download(machineId, call, { ...options, requestId }),
    duplex: (machineId, call, options) =>
      gateway.duplex(machineId, call, { ...options, requestId }),
  }
}
