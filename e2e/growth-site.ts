import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Client } from '@gridloom/client/calls'
import { readCardsConfig } from '@gridloom/server/cards-config'
import { readChannelsConfig } from '@gridloom/server/channels-config'
import {
  type PdsAccount,
  type PdsServer,
  startPdsServer,
} from '@gridloom/testkit/channels/pds-server'
import { codeFor } from '@gridloom/testkit/inbox'
import { startMastodon } from '@gridloom/testkit/mastodon-stand-in'
import { type Product, startProduct } from '@gridloom/testkit/product'
import { signIn } from '@gridloom/testkit/sign-up'
import { standInStripeKeys, startStripeStandIn } from '@gridloom/testkit/stripe/stripe-stand-in'
import { blueskyPort, growthPort, growthStripePort, mastodonPort } from './ports.ts'

/** A product of its own with one machine, and servers of the channels; all have one clock, which can be turned. */
export interface GrowthSite extends AsyncDisposable {
  readonly product: Product
  readonly pds: PdsServer
  readonly bluesky: PdsAccount
  /** The address of a server with Mastodon's API. */
  readonly mastodonUrl: string
  readonly feed: Feed
  now(): Date
  /** Lets time pass for everything, so that what runs is charged. */
  pass(ms: number): Promise<void>
  /** Moves the clock of everything forward at once, while the machine is off. */
  turn(ms: number): Promise<void>
  /** A client of the operator, who has just signed in. */
  operator(): Promise<Client>
  /** The newest code that was emailed to an address. */
  emailedCode(email: string): Promise<string>
}

/** An RSS feed. */
interface Feed extends AsyncDisposable {
  readonly url: string
  description: string
}

/** With 127.0.0.1, as Bluesky does not return to localhost. */
const url = `http://127.0.0.1:${growthPort}`
/** A slot of the machine costs a dollar a minute. */
const pricing = { cpu_slot_micro_usd_per_hour: 60_000_000 }

export async function startGrowthSite(): Promise<GrowthSite> {
  await using opened = new AsyncDisposableStack()
  const pds = opened.use(await startPdsServer(undefined, { port: blueskyPort }))
  const bluesky = await pds.createAccount('ada')
  const feed = opened.use(await startFeed())
  const product = opened.use(
    await startProduct({
      ...{ driver: 'fake', clock: 'fake', scheduledWork: 'on', pricing },
      config: { ...configOf(pds), port: growthPort, publicUrl: url, webhookPrivate: 'allow' },
    }),
  )
  const { clock, machine } = product
  if (clock === undefined) throw new RangeError('its clock can be turned')
  const stripe = opened.use(await startStripeStandIn({ clock, port: growthStripePort }))
  stripe.webhookUrl = `${url}/api/card/webhook`
  const mastodon = opened.use(await startMastodon({ now: () => clock.now(), port: mastodonPort }))
  const open = opened.move()
  return {
    ...{ product, pds, bluesky, feed, mastodonUrl: mastodon.url },
    now: () => clock.now(),
    async pass(ms) {
      pds.turn(ms)
      await product.turn(ms)
    },
    async turn(ms) {
      const { isOn } = machine
      await machine.killAgent()
      pds.turn(ms)
      clock.turn(ms)
      if (isOn) await machine.startAgent()
    },
    operator: async () => product.server.client(await signIn(product.server)),
    emailedCode: (email) => codeFor(product.server.inbox, email),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function configOf(pds: PdsServer) {
  const { config: channels } = readChannelsConfig({
    CHANNEL_BLUESKY_DIRECTORY: pds.directoryUrl,
    CHANNEL_BLUESKY_HANDLE_RESOLVER: pds.url,
  })
  const { config: cards } = readCardsConfig({
    STRIPE_SECRET_KEY: standInStripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: standInStripeKeys.webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${growthStripePort}`,
  })
  return { channels, cards }
}

async function startFeed(): Promise<Feed> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/rss+xml')
    response.end(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>
      <title>Ada renders</title><link>${feed.url}</link>
      <description>${feed.description}</description></channel></rss>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const feed: Feed = {
    url: `http://127.0.0.1:${address.port}/feed.xml`,
    description: 'Notes on rendering',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return feed
}
