import type { ListenRequest } from '@gridloom/contract/agent/session-calls'
import { sessionLimits } from '@gridloom/contract/agent/session-calls'
import type { InstanceListenerId } from '@gridloom/contract/core/ids'
import { toolboxFolder } from './toolbox.ts'

const shell = `${toolboxFolder}/sh`
const socat = `${toolboxFolder}/socat`
const buffer = '-b 65536'
/** Longer than the agent lets a connection wait, as joining it takes time too. */
const acceptTimeoutS = sessionLimits.waitingMs / 1_000 + 5

/**
 * How long an accepted connection whose one direction has ended may be silent in the other; socat's default is half a
 * second.
 */
const halfOpenS = 300

/** What a connection prints first, on its output, once it is open; errors are on standard error. */
export const connectedText = 'connected\n'

/**
 * Carries a connection that the outside opened: one socat for each direction. The end of the input is passed on, and the
 * other direction goes on. The end of the connection ends all at once, as an engine reports the end of the output only
 * with the end of the program.
 */
const carryOpened = [
  `${socat} -u ${buffer} 3 1,shut-down 4>&- 2>/dev/null &`,
  `exec ${socat} -u ${buffer} 0 4 3<&- 2>/dev/null`,
].join(' ')

/**
 * Carries a connection that a program inside opened. Such programs end their half and wait for the answer, as `nc` does:
 * the rest of it is passed on until it pauses for ten seconds. A program that leaves the user's SSH agent has its answer.
 */
const carryAccepted = (kind: ListenRequest['kind']) =>
  `exec ${socat} -t ${kind === 'ssh_agent' ? 0 : 10} ${buffer} 0 3!!4 2>/dev/null`

/** Returns the arguments of a socat that connects to a Unix socket. */
export function unixConnectWords(path: string): string[] {
  return connectWords(`UNIX-CONNECT:${escaped(path)}`, carryOpened)
}

export function tcpConnectWords(host: string, port: number): string[] {
  const address = host.includes(':') ? `[${host.replace('%', '\\%')}]` : host
  return connectWords(`TCP:${address}:${port},nodelay,connect-timeout=10`, carryOpened)
}

/** Returns the arguments of a socat that joins an accepted connection, which may still be on its way there. */
export function joinWords(
  { id, kind }: { id: InstanceListenerId; kind: ListenRequest['kind'] },
  connection: number,
): string[] {
  const place = `ABSTRACT-CONNECT:${abstractName(id, String(connection))}`
  return connectWords(`${place},retry=50,interval=0.1`, carryAccepted(kind))
}

/** Returns the arguments of a socat that connects, and then becomes another (`connection` of the launcher). */
function connectWords(address: string, carry: string): string[] {
  return [address, `EXEC:"${shell} -c 'echo connected >&4; ${carry}'",nofork`]
}

/**
 * Returns the words of a socat that accepts one connection on a free port, and then becomes a program of the toolbox with
 * the connection as its input and output. The command has no double quotes.
 */
export function acceptingSocat(command: string): string[] {
  const place = `TCP4-LISTEN:0,nodelay,accept-timeout=${acceptTimeoutS}`
  return [socat, '-d', '-d', place, `EXEC:"${command}",nofork`]
}

/**
 * Returns the arguments of a socat that listens. For each connection it starts another one, which prints its number and
 * waits at an abstract socket of that number until it is joined. That one is in a session of its own, so that the end of
 * the listener does not end connections.
 */
export function listenWords(request: ListenRequest, id: InstanceListenerId): string[] {
  const place = `ABSTRACT-LISTEN:${abstractName(id, '$$')},accept-timeout=${acceptTimeoutS}`
  const wait = `${socat} -t ${halfOpenS} ${buffer} -,setsid,shut-down ${place}`
  const each = `${shell} -c 'echo connection $$ >&2; exec ${wait}'`
  const options = `fork,max-children=${sessionLimits.waitingConnections}`
  // Two -d print where it listens.
  return ['-d', '-d', `${addressOf(request, id)},${options}`, `EXEC:"${each}",nofork`]
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
