import { Socket } from 'node:net'
import { systemClock } from '@gridloom/async/clock'
import { countBuffersInHeap } from '@gridloom/async/count-buffers-in-heap'
import { createLog } from '../platform/log.ts'
import type { MachineSocket } from './calls.ts'
import { createEdge } from './create-edge.ts'
import { hasKind } from './rpc.ts'

/**
 * The edge process. The control plane starts it, talks to it over the channel that Node opens between them, and hands it
 * the connections that machines dial for it. It ends with the control plane.
 */
countBuffersInHeap()
const [logLevel = 'info'] = process.argv.slice(2)
const log = createLog({ level: logLevel, pretty: process.stderr.isTTY ? 'yes' : 'no' })
const edge = createEdge({
  channel: {
    // After the control plane has gone, nobody answers; this process ends too.
    send: (message) => void (process.connected && process.send?.(message)),
    onMessage: (listener) => void process.on('message', listener),
  },
  clock: systemClock,
  log,
})

process.on('message', (message: unknown, socket: unknown) => {
  if (isMachineSocket(message) && socket instanceof Socket)
    edge.takeMachine(message.request, socket)
})
process.once('disconnect', () => {
  void stop()
})
// A terminal sends them to the whole group: the control plane ends this process when it has ended itself.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})

async function stop(): Promise<void> {
  await edge[Symbol.asyncDispose]()
  process.exit(0)
}

function isMachineSocket(message: unknown): message is MachineSocket {
  return hasKind(message) && message.kind === 'machine_socket'
}
