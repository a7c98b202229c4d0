import type { Client } from '@gridloom/client/calls'
import type { PreparedCall, PreparedCalls } from './prepared-call.ts'
import type { PreparedSite } from './prepared-site.ts'

/** Webhooks and their deliveries exist only once somebody has made them. */
export const preparedWebhooks: PreparedCalls = {
  'webhooks.read': (site) => withWebhook(site),
  'webhooks.change': (site) => withWebhook(site, { name: 'staging' }),
  'webhooks.remove': (site) => withWebhook(site),
  'webhooks.rotateSecret': (site) => withWebhook(site),
  'webhooks.test': (site) => withWebhook(site),
  'webhooks.deliveries': (site) => withWebhook(site),
  'webhooks.readDelivery': (site) => withDelivery(site),
  'webhooks.replay': (site) => withDelivery(site),
}

async function withWebhook({ person }: PreparedSite, body?: unknown): Promise<PreparedCall> {
  const { token, client } = await person()
  return { token, params: { id: await aWebhook(client) }, ...(body === undefined ? {} : { body }) }
}

async function withDelivery({ person }: PreparedSite): Promise<PreparedCall> {
  const { token, client } = await person()
  const id = await aWebhook(client)
  const delivery = await client.webhooks.test({ params: { id } })
  return { token, params: { id, delivery: delivery.id } }
}

/** A webhook of nobody's server: a test event to it fails, and is a delivery all the same. */
async function aWebhook(client: Client) {
  const body = { url: 'https://example.com/hooks', events: ['instance.ready' as const], name: 'ci' }
  return (await client.webhooks.create({ body })).webhook.id
}
