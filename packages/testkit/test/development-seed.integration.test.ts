import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import { expect, it } from 'vitest'
import { credentials } from '../dev/seed/accounts.ts'
import { seedProduct } from '../dev/seed/seed.ts'
import { startServer } from '../src/server.ts'
import { signIn } from '../src/sign-up.ts'

it('fills every list, and a second run adds nothing but a running instance', async () => {
  const { server, folder, ...site } = await setup()
  await using _opened = site
  {
    await using _machines = await seedProduct(server, folder)
    const shown = await countsOf(await site.clients())
    expect(shown).toEqual({ ...filled })
  }
  await using _again = await seedProduct(server, folder)
  expect(await countsOf(await site.clients())).toEqual({ ...filled, instances: 3 })
})

/** The sizes of the lists after the first start. */
const filled = {
  templates: 4,
  offers: 2,
  instances: 2,
  running: 1,
  renders: 2,
  pictures: 6,
  chats: 1,
  answered: true,
  machines: 2,
  online: 2,
  served: 1,
  apiKeys: 1,
  sshKeys: 1,
  companies: 1,
  users: 3,
  announcements: 1,
}

interface Clients {
  renter: Client
  provider: Client
  operator: Client
}

async function countsOf({ renter, provider, operator }: Clients) {
  const instances = await renter.instances.list({ query: { destroyed: 'true' } })
  const { jobs } = await renter.rendering.list()
  const { chat_labels: chats } = await renter.chat.list()
  const machines = await provider.machines.list()
  const { models } = await renter.models.list()
  const { users } = await operator.operator.users()
  const [first] = chats
  const chat = first && (await renter.chat.load({ query: { chat_id: first.chat_id } }))
  return {
    templates: (await renter.templates.list()).length,
    offers: (await renter.market.search()).offers.length,
    instances: instances.length,
    running: instances.filter(({ ready }) => ready).length,
    renders: jobs.length,
    pictures: jobs.reduce((sum, { frames_done }) => sum + frames_done, 0),
    chats: chats.length,
    answered: chat?.inference.every(({ state, answer }) => state === 'done' && answer !== ''),
    machines: machines.length,
    online: machines.filter(({ status }) => status === 'online').length,
    served: models.filter(({ endpoints }) => endpoints.length > 0).length,
    apiKeys: (await renter.keys.apiKeys()).length,
    sshKeys: (await renter.keys.sshKeys()).length,
    companies: (await renter.companies.list()).length,
    users: users.length,
    announcements: (await operator.operator.announcements()).length,
  }
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const server = opened.use(await startServer())
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-development-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const open = opened.move()
  return {
    server,
    folder,
    async clients(): Promise<Clients> {
      const { renter, provider } = credentials
      return {
        renter: server.client(await signIn(server, renter)),
        provider: server.client(await signIn(server, provider)),
        operator: server.client(await signIn(server)),
      }
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
