import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { readTextIfThere } from './files.ts'
import { placeOf } from './sole-use.ts'

/** An agent is known by its folder: without it, its identity is lost and its instances with it. */
export function ownerOf(dataDir: string): string {
  return createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
}

/**
 * A sign of life of the agent with this mark, until disposed of. On Linux it is a socket without a file, which
 * the kernel lets go of however the process ends; elsewhere none is given, and nobody looks for one.
 */
export async function showLife(
  owner: string,
  platform: NodeJS.Platform = process.platform,
): Promise<AsyncDisposable> {
  if (platform !== 'linux') return { [Symbol.asyncDispose]: async () => {} }
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => {
    // @NOTE taken: then its sign of life is there already
    server.once('error', () => resolve())
    server.listen(placeOf(owner, platform).name, resolve)
  })
  server.unref()
  return {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The marks of all agents that live on this machine; `undefined` where the system does not tell. */
export async function livingOwners(): Promise<ReadonlySet<string> | undefined> {
  const sockets = await readTextIfThere('/proc/net/unix')
  return sockets === undefined ? undefined : ownersIn(sockets)
}

/** An agent holds its data folder by a socket of the same name, with more of the same digest behind the mark. */
export function ownersIn(sockets: string): ReadonlySet<string> {
  return new Set(
    [...sockets.matchAll(/ @gridloom-agent-([0-9a-f]{16})/g)].map(([, owner = '']) => owner),
  )
}
