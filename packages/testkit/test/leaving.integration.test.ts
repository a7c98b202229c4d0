import { openTerminal } from '@gridloom/client/terminal'
import { expect, it } from 'vitest'
import { startProduct } from '../src/product.ts'
import { signIn } from '../src/sign-up.ts'

it('closes the shell and the event stream of a session that is ended elsewhere', async () => {
  await using site = await setup()
  const terminal = await site.openTerminal(site.second)
  const events = await site.follow(site.second)
  const [other] = (await site.first.auth.sessions()).filter(({ current }) => !current)
  await site.first.auth.endSession({ params: { id: other?.id ?? '' } })
  await expect(terminal.end).resolves.toBe('closed')
  await expect(events.end).resolves.toBe('unauthorized')
})

it('closes what was opened with an API key when the key is revoked, and nothing else', async () => {
  await using site = await setup()
  const { key, api_key } = await site.first.keys.generateApiKey({
    body: { name: 'shell', scopes: ['instances:read', 'instances:write', 'account:read'] },
  })
  const withKey = site.product.server.client(key)
  const terminal = await site.openTerminal(withKey)
  const events = await site.follow(withKey)
  const own = await site.openTerminal(site.first)
  await site.first.keys.revokeApiKey({ params: { id: api_key.id } })
  await expect(terminal.end).resolves.toBe('closed')
  await expect(events.end).resolves.toBe('unauthorized')
  const still = Symbol('still open')
  expect(await Promise.race([own.end, Promise.resolve(still)])).toBe(still)
})

async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const { email, password } = product.people.renter
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  type Client = typeof product.renter
  return {
    product,
    /** The session of the registration, and one from another browser. */
    first: product.renter,
    second: product.server.client(await signIn(product.server, { email, password })),
    /** Opens a shell; resolves with a promise of its end. */
    async openTerminal(client: Client) {
      const terminal = await openTerminal(client, { instanceId: id, columns: 80, rows: 24 })
      const end = Promise.withResolvers<string>()
      terminal.onFrame(({ kind }) => {
        if (kind === 'closed') end.resolve(kind)
      })
      return { end: end.promise }
    },
    async follow(client: Client) {
      const opened = Promise.withResolvers<void>()
      const reading = (async () => {
        const onState = () => opened.resolve()
        for await (const { event } of client.system.events({ onState })) void event
        return 'ended'
      })()
      const end = reading.catch((error: { code?: string }) => error.code)
      await opened.promise
      return { end }
    },
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
