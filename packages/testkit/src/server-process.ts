import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { freshDatabase } from './cluster.ts'
import { createProcesses, type Processes } from './processes.ts'

/**
 * The server as an operator runs it, started, in a process and with an event loop of its own, on a fresh database of the
 * tests' cluster. With all its limits on; dispose it with `await using`.
 */
export async function startServerProcess(
  environment: Record<string, string> = {},
): Promise<Processes> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await freshDatabase(inject('clusterUrl')))
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-process-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = opened.use(
    await createProcesses(folder, {}, { DATABASE_URL: database.url, ...environment }),
  )
  await processes.startServer()
  const open = opened.move()
  return { ...processes, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
