import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ControlPlaneCalls, EdgeCalls, MachineSocket } from '../../edge/calls.ts'
import { serveControlPlane } from '../../edge/rpc.ts'

const program = fileURLToPath(new URL('../../edge/main.ts', import.meta.url))

/** A running edge process. */
export interface EdgeProcess extends AsyncDisposable {
  readonly calls: EdgeCalls
  /** Resolves when the process has ended, with its exit code or signal. */
  readonly ended: Promise<string>
  /** Hands a connection of a machine over, with the request that it answers. */
  sendMachine(request: string, socket: Socket): void
}

/** Starts an edge process that makes these calls. Disposing it waits for its end. */
export function forkEdge(
  calls: ControlPlaneCalls,
  { logLevel }: { logLevel: string },
): EdgeProcess {
  const child = fork(program, [logLevel], {
    serialization: 'advanced',
    stdio: 'inherit',
    // Room for short-lived garbage, in MiB: with less of it, a fifth of a transfer's time is spent on collecting buffers.
    execArgv: [...process.execArgv, '--max-semi-space-size=32'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(String(signal ?? code)))
    // @NOTE a process that cannot be started has no exit.
    child.once('error', (error) => resolve(error.message))
  })
  const channel = {
    send: (message: object) => void (child.connected && child.send(message)),
    onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
  }
  return {
    calls: serveControlPlane(channel, calls),
    ended,
    sendMachine: (request, socket) => sendSocket(child, request, socket),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

function sendSocket(child: ChildProcess, request: string, socket: Socket): void {
  const message: MachineSocket = { kind: 'machine_socket', request }
  if (!child.connected) return void socket.destroy()
  // Otherwise Node makes the HTTP server wait for the child's sockets when it closes, and forever if the child has
  // ended before (child_process, `SocketListSend`; seen with Node 24.21).
  Object.assign(socket, { server: null })
  child.send(message, socket, () => socket.destroy())
}
