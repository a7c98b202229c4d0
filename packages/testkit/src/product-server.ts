import type { MachineId } from '@gridloom/contract/core/ids'
import type { Config } from '@gridloom/server/config'
import type { ChangeSignal } from './change-signal.ts'
import { startServer, type TestServer } from './server.ts'
import type { TurnableClock } from './turnable-clock.ts'

/** The server of a product; it may be restarted on the same port and database. */
export interface ProductServer extends TestServer {
  /** Stops it, calls `whileAway`, and starts it again. */
  restart(whileAway?: () => Promise<void>): Promise<void>
  /** When (by the product's clock) the last heartbeat of a machine was processed; undefined before the first. */
  heartbeatAt(machineId: MachineId): Date | undefined
}

interface ProductServerOptions {
  databaseUrl: string
  clock: TurnableClock | undefined
  edge?: 'on' | 'off' | undefined
  config?: Partial<Config> | undefined
  scheduledWork?: 'on' | 'off' | undefined
  /** Published after every change and every processed message of a machine. */
  news: ChangeSignal
}

export async function createProductServer({
  databaseUrl,
  clock,
  edge = 'off',
  config = {},
  scheduledWork = 'off',
  news,
}: ProductServerOptions): Promise<ProductServer> {
  const heartbeats = new Map<MachineId, Date>()

  async function start(port: number): Promise<TestServer> {
    const started = await startServer({
      databaseUrl,
      config: { ...config, port },
      ...{ edge, scheduledWork },
      ...(clock === undefined ? {} : { clock }),
    })
    started.container.changes.subscribe(news.publish)
    // After the product's own listeners, so that the message is already processed.
    started.container.agents.subscribe(async ({ machineId, message, receivedAt }) => {
      if (message.kind === 'heartbeat') heartbeats.set(machineId, receivedAt)
      news.publish()
    })
    started.container.agents.onGone(async () => news.publish())
    return started
  }

  let server = await start(config.port ?? 0)
  const port = Number(new URL(server.url).port)
  return {
    url: server.url,
    get appsPort() {
      return server.appsPort
    },
    get container() {
      return server.container
    },
    operator: server.operator,
    accessCode: server.accessCode,
    inbox: server.inbox,
    get emails() {
      return server.emails
    },
    client: (token) => server.client(token),
    heartbeatAt: (machineId) => heartbeats.get(machineId),
    async restart(whileAway = async () => {}) {
      await server[Symbol.asyncDispose]()
      heartbeats.clear()
      await whileAway()
      server = await start(port)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
