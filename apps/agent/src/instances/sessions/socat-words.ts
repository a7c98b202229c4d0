import type { ListenRequest } from '@gridloom/contract/agent/session-calls'
import { sessionLimits } from '@gridloom/contract/agent/session-calls'
import type { InstanceListenerId } from '@gridloom/contract/core/ids'
import { toolboxFolder } from './toolbox.ts'

/**
 * A connection whose one direction has ended stays open for the other until that is silent for five minutes; socat's
 * default is half a second.
 */
const carrying = ['-t', '300', '-b', '65536']
/** Longer than the agent lets a connection wait, as joining it takes time too. */
const acceptTimeoutS = sessionLimits.waitingMs / 1_000 + 5

/** Returns the arguments of a socat that connects its input and output to a Unix socket. */
export function unixConnectWords(path: string): string[] {
  return [...carrying, '-', `UNIX-CONNECT:${escaped(path)}`]
}

export function tcpConnectWords(host: string, port: number): string[] {
  const address = host.includes(':') ? `[${host.replace('%', '\\%')}]` : host
  return [...carrying, '-', `TCP:${address}:${port},nodelay`]
}

/**
 * Returns the arguments of a socat that listens. For each connection it starts another one, which prints its number and
 * waits at an abstract socket of that number until it is joined. That one is in a session of its own, so that the end of
 * the listener does not end connections.
 */
export function listenWords(request: ListenRequest, id: InstanceListenerId): string[] {
  const wait = `${toolboxFolder}/socat ${carrying.join(' ')} -,setsid`
  const place = `ABSTRACT-LISTEN:${abstractName(id, '$$')},accept-timeout=${acceptTimeoutS}`
  const each = `${toolboxFolder}/sh -c 'echo connection $$ >&2; exec ${wait} ${place}'`
  const options = `fork,max-children=${sessionLimits.waitingConnections}`
  // Two -d print where it listens.
  return ['-d', '-d', `${addressOf(request, id)},${options}`, `EXEC:"${each}",nofork`]
}

/** Returns the arguments of a socat that joins an accepted connection, which may still be on its way there. */
export function joinWords(id: InstanceListenerId, connection: number): string[] {
  const place = `ABSTRACT-CONNECT:${abstractName(id, String(connection))}`
  return [...carrying, '-', `${place},retry=50,interval=0.1`]
}

/** Returns the socket of an `ssh_agent` listener. Its id cannot be guessed, and `/tmp` lets nobody else replace it. */
export function agentSocketPath(id: InstanceListenerId): string {
  return `/tmp/ssh-${id}.sock`
}

function addressOf(request: ListenRequest, id: InstanceListenerId): string {
  switch (request.kind) {
    case 'tcp': {
      const bind = request.address === 'localhost' ? ',bind=127.0.0.1' : ''
      return `TCP4-LISTEN:${request.port}${bind},reuseaddr,nodelay,backlog=100`
    }
    case 'unix':
      return `UNIX-LISTEN:${escaped(request.path)}`
    default:
      return `UNIX-LISTEN:${agentSocketPath(id)}`
  }
}

function abstractName(id: InstanceListenerId, connection: string): string {
  return `gridloom-${id}-${connection}`
}

/** Escapes a path as a part of an address of socat, where many characters have a meaning. */
function escaped(path: string): string {
  return path.replaceAll(/[^\w./-]/g, '\\$&')
}
