import { ApiError, NetworkError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { Instance } from '@gridloom/contract/instances/instance'
import { anOrder } from '../../src/order.ts'
import type { Random } from './random.ts'

/** A renter who acts at random, whatever is killed meanwhile. */
export interface Renter {
  /** Does one thing, and retries when no answer came. Resolves with its description. */
  act(): Promise<string>
}

interface DeedOptions {
  client: Client
  random: Random
  offerId: string
  /** Instances that it does not touch. */
  steady: ReadonlySet<string>
  liveMax: number
}

/** As long as a killed server may take to start again. */
const insistsMs = 60_000
const tryEveryMs = 250

export function createRenter({ client, random, offerId, steady, liveMax }: DeedOptions): Renter {
  let orders = 0

  async function order(): Promise<string> {
    orders += 1
    const key = `chaos-${orders}`
    const body = anOrder(offerId, { label: key })
    // The same key for each try: an order whose response was lost must not be placed twice.
    await insist(() => client.instances.order({ body, headers: { 'idempotency-key': key } }))
    return `order ${key}`
  }

  return {
    async act() {
      const all = (await insist(() => client.instances.list())) ?? []
      const mine = all.filter(({ id, desired }) => !steady.has(id) && desired !== 'destroyed')
      const [first, ...others] = mine
      if (first === undefined || (mine.length < liveMax && random.next() < 0.4)) return order()
      const instance = random.pick([first, ...others])
      const deed = random.pick(deedsFor(instance))
      await insist(() => client.instances[deed]({ params: { id: instance.id } }))
      return `${deed} ${instance.label}`
    },
  }
}

type Deed = 'start' | 'stop' | 'restart' | 'destroy'

function deedsFor({ desired }: Instance): [Deed, ...Deed[]] {
  return desired === 'stopped' ? ['start', 'start', 'destroy'] : ['stop', 'restart', 'destroy']
}

/** Retries until a response arrives; an error response counts. */
async function insist<T>(call: () => Promise<T>): Promise<T | undefined> {
  const untilMs = performance.now() + insistsMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined
      const broken = error instanceof NetworkError || error instanceof ApiError
      if (!broken || performance.now() > untilMs) throw error
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
    }
  }
}
