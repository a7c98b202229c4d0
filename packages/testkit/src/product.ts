import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Config } from '@gridloom/server/config'
import { addMachine, type NewMachine } from './add-machine.ts'
import { type Condition, createChangeSignal, untilSatisfied } from './change-signal.ts'
import { freshDatabase, startTestCluster } from './cluster.ts'
import { runsUnderVitest } from './config.ts'
import { anOrder, type OrderChanges } from './order.ts'
import type { ProductMachine } from './product-machine.ts'
import { createProductServer, type ProductServer } from './product-server.ts'
import { signIn, signUp } from './sign-up.ts'
import { turnAtHeartbeats } from './turn.ts'
import { type TurnableClock, turnableClock } from './turnable-clock.ts'

export interface ProductOptions extends NewMachine {
  /** `fake`: containers are records in memory. `docker`: the machine's own engine. */
  driver: 'fake' | 'docker'
  /** `fake` advances by itself and can be turned forward by {@link Product.turn}. The machine's clock by default. */
  clock?: 'fake' | 'real'
  /** Whether an edge process runs; off by default. */
  edge?: 'on' | 'off'
  /** Off by default, so that turning the clock by days cleans up nothing. */
  scheduledWork?: 'on' | 'off'
  /** Replaces parts of the server's configuration. */
  config?: Partial<Config>
  /** An existing database, instead of a fresh one. */
  databaseUrl?: string
  /** The renter's balance; by default the starting credit of an installation. */
  creditMicroUsd?: number
}

/** A user who is signed in and has entered the access code. */
export interface Person {
  email: string
  password: string
  /** The token of the sign-in; the client refreshes its own. */
  token: string
  client: Client
}

/** The whole product in this process: database, server, agents, and signed-in users. */
export interface Product {
  readonly server: ProductServer
  readonly clock: TurnableClock | undefined
  readonly renter: Client
  readonly provider: Client
  readonly operator: Client
  readonly people: Readonly<Record<'renter' | 'provider', Person>>
  /** The first machine; it is listed and its offer is available. */
  readonly machine: ProductMachine
  /** Adds another machine, listed; the provider's by default. */
  addMachine(machine?: Partial<NewMachine>): Promise<ProductMachine>
  /** Another account, with access and the starting credit. */
  newcomer(): Promise<Person>
  /** The offer of a machine, the first by default. */
  offerOf(machine?: ProductMachine): Promise<Offer>
  /** Places an order of the renter, on the first machine by default. */
  order(changes?: OrderChanges): Promise<Instance>
  /** Reads again whenever something happened, until the value satisfies. @throws NeverCame */
  until<T>(condition: Condition<T>): Promise<T>
  /** The renter's instance, once it satisfies. @throws NeverCame */
  untilInstance(id: InstanceId, satisfies: (instance: Instance) => boolean): Promise<Instance>
  /** Turns the clock forward in steps of a heartbeat, each processed before the next. */
  turn(ms: number): Promise<void>
  /** Stops the server, calls `whileAway`, and starts it again. */
  restartServer(whileAway?: () => Promise<void>): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts everything, in some seconds: a fresh database (in Vitest's cluster, or one of its own), the server, a real
 * agent that enrolled through the API, a provider who listed its machine, and a renter with credit.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  await using opened = new AsyncDisposableStack()
  const news = createChangeSignal()
  const clock = options.clock === 'fake' ? turnableClock() : undefined
  const databaseUrl = options.databaseUrl ?? (await openDatabase(opened))
  const server = opened.use(
    await createProductServer({
      ...{ databaseUrl, clock, news },
      ...{ edge: options.edge, config: options.config, scheduledWork: options.scheduledWork },
    }),
  )
  const { renter, provider, operator } = await people(server, options.creditMicroUsd)
  const until: Product['until'] = (condition) => untilSatisfied(news, condition)

  const machines: ProductMachine[] = []
  const plugged = opened.use(new AsyncDisposableStack())
  const add = async (machine: NewMachine) => {
    const around = { ...machine, server, provider: provider.client, clock, until }
    const added = plugged.use(await addMachine(around))
    machines.push(added)
    return added
  }
  const machine = await add(options)
  const open = opened.move()
  return {
    server,
    clock,
    renter: renter.client,
    provider: provider.client,
    operator,
    people: { renter, provider },
    machine,
    addMachine: (machine = {}) => add({ ...options, ...machine }),
    newcomer: () => newcomer(server),
    offerOf: (of = machine) => offerOf(renter.client, of),
    async order(changes = {}) {
      const offerId = changes.offer_id ?? (await offerOf(renter.client, machine)).id
      const { instance } = await renter.client.instances.order({ body: anOrder(offerId, changes) })
      return instance
    },
    until,
    untilInstance: (id, satisfies) =>
      until({ read: () => renter.client.instances.read({ params: { id } }), satisfies }),
    turn: (ms) => turnAtHeartbeats({ clock, server, news, machines }, ms),
    restartServer: (whileAway) => server.restart(whileAway),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A fresh database; outside Vitest in a cluster that ends with the product. */
async function openDatabase(opened: AsyncDisposableStack): Promise<string> {
  if (runsUnderVitest()) {
    const { inject } = await import('vitest')
    return opened.use(await freshDatabase(inject('clusterUrl'))).url
  }
  const cluster = opened.use(await startTestCluster())
  return opened.use(await freshDatabase(cluster.url)).url
}

async function people(server: ProductServer, creditMicroUsd: number | undefined) {
  const operator = server.client(await signIn(server))
  if (creditMicroUsd !== undefined) {
    const body = { starting_credit_micro_usd: creditMicroUsd }
    await operator.operator.writeSettings({ body })
  }
  const [renter, provider] = await Promise.all([newcomer(server), newcomer(server)])
  return { operator, renter, provider }
}

async function offerOf(client: Client, machine: ProductMachine): Promise<Offer> {
  const { offers } = await client.market.search({ query: { page_size: 100 } })
  const offer = offers.find(({ machine_id }) => machine_id === machine.id)
  if (offer === undefined) throw new Error(`${machine.name} has no offer`)
  return offer
}

async function newcomer(server: ProductServer): Promise<Person> {
  const email = `person-${crypto.randomUUID().slice(0, 8)}@example.com`
  const password = crypto.randomUUID()
  const token = await signUp(server, { email, password, access: true })
  return { email, password, token, client: server.client(token) }
}
