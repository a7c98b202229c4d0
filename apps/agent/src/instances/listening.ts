import { agentLimits } from '@gridloom/contract/core/agent-limits'
import type { ListeningPort } from '@gridloom/contract/instances/listening'

/** A line of a listener: number, local address and port, remote ones, and the state `0A` (TCP_LISTEN). */
const listener = /^\s*\d+: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]+ 0A /

/** Addresses are written as 32-bit words of a little-endian machine: 127.0.0.1 is `0100007F`. */
const mapped = '0000000000000000FFFF0000'
const loopback6 = '00000000000000000000000001000000'
/** 127.0.0.11, where the engine itself answers name queries of the container. */
const engineNames = '0B00007F'

/**
 * Returns the ports that have a listener in the kernel's socket tables (Linux, Documentation/networking/proc_net_tcp.rst),
 * by number, at most `agentLimits.listeningPorts` of them. A port with several listeners is reachable where any of them
 * is. Lines of another form are skipped.
 */
export function listeningPorts(tables: string): ListeningPort[] {
  const found = new Map<number, ListeningPort['address']>()
  for (const line of tables.split('\n')) {
    const [, local = '', hex = ''] = listener.exec(line) ?? []
    const port = Number.parseInt(hex, 16)
    if (!(port > 0) || local === engineNames) continue
    if (found.get(port) !== 'any') found.set(port, isLoopback(local) ? 'loopback' : 'any')
  }
  return [...found]
    .sort(([one], [other]) => one - other)
    .slice(0, agentLimits.listeningPorts)
    .map(([port, address]) => ({ port, address }))
}

function isLoopback(local: string): boolean {
  if (local === loopback6) return true
  const four = local.startsWith(mapped) ? local.slice(mapped.length) : local
  return four.length === 8 && four.endsWith('7F')
}
