import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder is in use by another agent. */
export class InUse extends Error {
  override readonly name = 'InUse'
}

/**
 * Locks a folder for this process until disposed of, by a socket named after the folder, see {@link lockAddress}.
 * On Linux and Windows the kernel closes it however the process ends; on macOS a killed agent leaves a socket
 * file without a listener, which the next agent replaces.
 * Throws {@link InUse} where another process has locked the folder.
 */
export async function holdSoleUse(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<AsyncDisposable> {
  const digest = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
  const place = lockAddress(digest, platform)
  if (place.kind === 'file' && !(await answers(place.name))) await rm(place.name, { force: true })
  const server = createServer((socket) => socket.destroy())
  await listen(server, place.name).catch((cause: unknown) => {
    throw isTaken(cause)
      ? new InUse(`Another agent is already using the data folder ${folder}.`, { cause })
      : cause
  })
  server.unref()
  return {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An abstract socket (unix(7)) on Linux, a named pipe on Windows, elsewhere a socket file of short name. */
export function lockAddress(
  digest: string,
  platform: NodeJS.Platform,
): { kind: 'kernel' | 'file'; name: string } {
  if (platform === 'linux') return { kind: 'kernel', name: `\0gridloom-agent-${digest}` }
  const short = `gridloom-agent-${digest.slice(0, 32)}`
  if (platform === 'win32') return { kind: 'kernel', name: `\\\\.\\pipe\\${short}` }
  return { kind: 'file', name: join(tmpdir(), `${short}.sock`) }
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(name, resolve)
  })
}

/** Returns whether a process listens on a socket file. */
function answers(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy()
      resolve(true)
    })
    // @NOTE a probe: no file and a file without a listener both mean that the folder is free
    socket.once('error', () => resolve(false))
  })
}

function isTaken(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
}
