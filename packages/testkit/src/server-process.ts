import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { freshDatabase } from './cluster.ts'
import { createProcesses, type Processes } from './processes.ts'

/**
 * Starts the server as an operator runs it, in a separate process with its own event loop, on a fresh database of the
 * test cluster. All its limits are on; dispose of it with `await using`.
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
  return {
    ...processes,
    databaseUrl: async () => database.url,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
