import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'

/** The folder is in use by another agent. */
export class InUse extends Error {
  override readonly name = 'InUse'
}

/**
 * Holds a folder for this process until disposed of. What is held is an abstract socket named after
 * the folder (unix(7)): the kernel lets go of it however the process ends, so no stale lock is left.
 * Throws {@link InUse} where another process has it.
 */
export async function holdSoleUse(folder: string): Promise<AsyncDisposable> {
  const digest = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        'code' in cause && cause.code === 'EADDRINUSE'
          ? new InUse(`An agent already runs with the data folder ${folder}.`, { cause })
          : cause,
      )
    })
    server.listen(`\0gridloom-agent-${digest}`, resolve)
  })
  server.unref()
  return {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
