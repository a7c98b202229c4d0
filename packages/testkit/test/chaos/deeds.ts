import { ApiError, NetworkError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { Instance } from '@gridloom/contract/instances/instance'
import { anOrder } from '../../src/order.ts'
import type { Random } from './random.ts'

/** A renter who does things at random, whatever dies meanwhile. */
export interface Renter {
  /** Does one thing, and tries again where no answer came. Resolves with what it was. */
  act(): Promise<string>
}

interface DeedOptions {
  client: Client
  random: Random
  offerId: string
  /** Instances that are left alone. */
  steady: ReadonlySet<string>
  liveMax: number
}

const triesMax = 60
const tryEveryMs = 250

export function createRenter({ client, random, offerId, steady, liveMax }: DeedOptions): Renter {
  let orders = 0

  async function order(): Promise<string> {
    orders += 1
    const key = `chaos-${orders}`
    const body = anOrder(offerId, { label: key })
    // The same key each time: an order whose answer was lost must not be made twice.
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

/** Tries until an answer comes; a refusal is an answer. */
async function insist<T>(call: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined
      const broken = error instanceof NetworkError || error instanceof ApiError
      if (!broken || tries === triesMax) throw error
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
    }
  }
}
