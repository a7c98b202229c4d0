import { systemClock } from '@gridloom/async/clock'
import { createApp } from './app.ts'
import { type Config, ConfigProblems } from './config.ts'
import { createContainer } from './container.ts'
import { ensureOperator, type FirstStart } from './features/auth/index.ts'
import { inviteLocalAgent } from './invite-local-agent.ts'
import { lockData } from './platform/data-lock.ts'
import { startEmbeddedDatabase } from './platform/database/embedded.ts'
import { sqlStateOf } from './platform/database/transact.ts'
import type { Log } from './platform/log.ts'

/** A listening server. Disposing it stops everything, the database last. */
export interface RunningServer {
  /** The address at which the server is reached. */
  address: string
  firstStart: FirstStart
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the control plane: the lock of the data folder, the database (embedded unless one is configured), the services
 * that use it, and the HTTP server. If a step fails, everything started before it is stopped.
 * @throws {ConfigProblems} when a variable asks for something impossible
 * @throws {DataInUse} when another server uses the data folder
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack()
  const clock = systemClock
  const folder = config.dataFolder
  opened.use(await lockData(folder))
  const databaseUrl =
    config.databaseUrl ?? opened.use(await startEmbeddedDatabase({ folder, clock, log })).url
  const container = opened.use(await createContainer({ config, databaseUrl, log, clock }))
  const { operator, accessCode } = config
  const firstStart = await ensureOperator(container.system, { ...operator, accessCode })
  const app = opened.use(await createApp(container))
  const listening = await app.listen().catch((error: unknown) => {
    throw sqlStateOf(error) === 'EADDRINUSE' ? portTaken(config) : error
  })
  if (config.localAgent === 'invite') await inviteLocalAgent(container, listening)
  const open = opened.move()
  return {
    address: config.port === 0 ? listening : config.publicUrl,
    firstStart,
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

function portTaken({ host, port }: Config): ConfigProblems {
  return new ConfigProblems([`PORT: ${port} on ${host} is taken by another program`])
}
