import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { readTextIfThere } from './files.ts'
import { lockAddress } from './sole-use.ts'

/** Returns the owner id of an agent: a digest of its data folder, without which it loses its identity and instances. */
export function ownerOf(dataDir: string): string {
  return createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
}

/**
 * Shows that the agent with this owner id is alive, until disposed of. On Linux it is an abstract socket, which
 * the kernel closes however the process ends; other systems have no sign of life and do not look for one.
 */
export async function showLife(
  owner: string,
  platform: NodeJS.Platform = process.platform,
): Promise<AsyncDisposable> {
  if (platform !== 'linux') return { [Symbol.asyncDispose]: async () => {} }
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => {
    // @NOTE the name is taken: this agent has its sign of life already
    server.once('error', () => resolve())
    server.listen(lockAddress(owner, platform).name, resolve)
  })
  server.unref()
  return {
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Returns the owner ids of all agents alive on this machine; `undefined` where the system does not list sockets. */
export async function livingOwners(): Promise<ReadonlySet<string> | undefined> {
  const sockets = await readTextIfThere('/proc/net/unix')
  return sockets === undefined ? undefined : ownersIn(sockets)
}

/** Finds owner ids in `/proc/net/unix`; the socket that locks a data folder continues the same digest after the id. */
export function ownersIn(sockets: string): ReadonlySet<string> {
  return new Set(
    [...sockets.matchAll(/ @gridloom-agent-([0-9a-f]{16})/g)].map(([, owner = '']) => owner),
  )
}
