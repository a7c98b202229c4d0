import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** A proxy socket in front of the engine's own that detects when a container is created. */
export interface EngineProxy {
  socketPath: string
  /** Calls back when the call that creates a container passes; returns a function that unsubscribes. */
  onCreate(listener: () => void): () => void
  [Symbol.asyncDispose](): Promise<void>
}

const createCall = 'POST /v'

/** Forwards every byte; only looks for the request line of `POST /…/containers/create`. */
export async function startEngineProxy(socketPath: string, engine: string): Promise<EngineProxy> {
  const listeners = new Set<() => void>()
  const server = createServer((agent) => {
    const upstream = connect(engine)
    agent.on('data', (chunk) => {
      if (!isCreate(chunk)) return
      for (const listener of [...listeners]) listener()
    })
    agent.pipe(upstream).pipe(agent)
    agent.on('error', () => upstream.destroy())
    upstream.on('error', () => agent.destroy())
  })
  await rm(socketPath, { force: true })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    socketPath,
    onCreate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.unref()
      await Promise.race([closed, new Promise((resolve) => setImmediate(resolve))])
      await rm(socketPath, { force: true })
    },
  }
}

function isCreate(chunk: Buffer): boolean {
  const line = chunk.subarray(0, 200).toString('latin1').split('\r\n')[0] ?? ''
  return (
    (line.startsWith(createCall) || line.startsWith('POST /containers')) &&
    line.includes('/containers/create')
  )
}
