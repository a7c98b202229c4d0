import { readCardsConfig } from '@gridloom/server/cards-config'
import { readChannelsConfig } from '@gridloom/server/channels-config'
import { type PdsAccount, type PdsServer, startPdsServer } from '@gridloom/testkit/channels/pds-server'
import { codeFor } from '@gridloom/testkit/inbox'
import { startMastodon } from '@gridloom/testkit/mastodon-stand-in'
import { type Product, startProduct } from '@gridloom/testkit/product'
import { standInStripeKeys, startStripeStandIn } from '@gridloom/testkit/stripe/stripe-stand-in'
import { blueskyPort, growthPort, growthStripePort, mastodonPort } from './ports.ts'

/** A product of its own with one machine, and servers of the channels; all have one clock, which can be turned. */
export interface GrowthSite extends AsyncDisposable {
  /** With 127.0.0.1, as Bluesky does not return to localhost. */
  readonly url: string
  readonly product: Product
  readonly pds: PdsServer
  readonly bluesky: PdsAccount
  now(): Date
  /** Moves the clock of everything forward, while the machine is off. */
  turn(ms: number): Promise<void>
  /** The newest code that was emailed to an address. */
  emailedCode(email: string): Promise<string>
}

export async function startGrowthSite(): Promise<GrowthSite> {
  await using opened = new AsyncDisposableStack()
  const pds = opened.use(await startPdsServer(undefined, { port: blueskyPort }))
  const bluesky = await pds.createAccount('ada')
  const stripeUrl = `http://127.0.0.1:${growthStripePort}`
  const url = `http://127.0.0.1:${growthPort}`
  const { config: channels } = readChannelsConfig({
    CHANNEL_BLUESKY_DIRECTORY: pds.directoryUrl,
    CHANNEL_BLUESKY_HANDLE_RESOLVER: pds.url,
  })
  const { config: cards } = readCardsConfig({
    STRIPE_SECRET_KEY: standInStripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: standInStripeKeys.webhookSecret,
    STRIPE_API_URL: stripeUrl,
  })
  const product = opened.use(
    await startProduct({
      ...{ driver: 'fake', clock: 'fake', scheduledWork: 'on' },
      config: { port: growthPort, publicUrl: url, channels, cards, webhookPrivate: 'allow' },
    }),
  )
  const { clock, machine } = product
  if (clock === undefined) throw new RangeError('its clock can be turned')
  const stripe = opened.use(await startStripeStandIn({ clock, port: growthStripePort }))
  stripe.webhookUrl = `${url}/api/card/webhook`
  opened.use(await startMastodon({ now: () => clock.now(), port: mastodonPort }))
  const open = opened.move()
  return {
    ...{ url, product, pds, bluesky },
    now: () => clock.now(),
    async turn(ms) {
      await machine.killAgent()
      pds.turn(ms)
      clock.turn(ms)
      await machine.startAgent()
    },
    emailedCode: (email) => codeFor(product.server.inbox, email),
    [Symbol.asyncDispose]: async () => { console.log('DISPOSE', new Date()); await open.disposeAsync(); console.log('DISPOSED', new Date()) },
  }
}
