import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { anOrder } from '../src/order.ts'
import { startProduct } from '../src/product.ts'

type Event = EventOf<typeof api.system.events>

it('sends missed events to a client that reconnects with Last-Event-ID', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const first = await reader(product.renter)
  const { id } = await product.order()
  const ready = await first.until((event) => isInstance(event, id, 'running') && event.data.ready)
  await first.leave()

  await product.renter.instances.stop({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'stopped')
  const again = await reader(product.renter, ready.id)
  // Nothing changes any more: all that arrives is what was missed.
  const missed = await again.until((event) => isInstance(event, id, 'stopped'))
  expect(Number(missed.id)).toBeGreaterThan(Number(ready.id))
  await again.leave()
})

it('sends no events of another account', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const stranger = await product.newcomer()
  const theirs = await reader(stranger.client)
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  // The events of their own order arrive after everything that was published before it.
  const body = anOrder((await product.offerOf()).id)
  const { instance } = await stranger.client.instances.order({ body })
  await theirs.until((event) => isInstance(event, instance.id, 'running'))
  const received = theirs.received.filter(
    ({ event }) => event === 'instance' || event === 'machine',
  )
  expect(received.map(({ data }) => Object(data).id)).not.toContain(id)
  expect(received.map(({ event }) => event)).not.toContain('machine')
  await theirs.leave()
})

function isInstance(
  event: Event,
  id: InstanceId,
  state: string,
): event is Extract<Event, { event: 'instance' }> {
  return event.event === 'instance' && event.data.id === id && event.data.state === state
}

/** Reads the events of a user from now on, or after an id. */
async function reader(client: Client, lastEventId?: string) {
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const received: Event[] = []
  const events = client.system.events({
    signal: stop.signal,
    onState: () => opened.resolve(),
    ...(lastEventId === undefined ? {} : { lastEventId }),
  })
  let begun: Promise<IteratorResult<Event, void>> | undefined = events.next()
  const take = () => {
    const next = begun ?? events.next()
    begun = undefined
    return next
  }
  await opened.promise
  return {
    /** Everything up to the last event that was waited for. */
    received,
    async until(wanted: (event: Event) => boolean): Promise<Event> {
      for (let next = await take(); next.done !== true; next = await take()) {
        received.push(next.value)
        if (wanted(next.value)) return next.value
      }
      throw new Error('the stream ended')
    },
    async leave() {
      stop.abort()
      await events.return(undefined)
    },
  }
}
