import type { Payout } from '@gridloom/contract/payouts/payout'
import type { Ctx } from '../ctx.ts'
import { shortId } from '../output/format.ts'
import { webhookName } from '../resolve/find-webhook.ts'
import type { Candidate } from './candidate.ts'

interface Named {
  id: string
  name: string
  text: string
}

function payoutTarget(payout: Payout): string {
  if (payout.method === 'stripe') return 'Stripe'
  return payout.method === 'wallet' ? payout.symbol : payout.iban
}

/** A shell waits for its completions: without an answer in this time there are none. */
const limitMs = 1_000

/** The kinds of objects that a user may name, by the name of the argument, with the call that lists them. */
const lists = {
  instance: async ({ client }, call) =>
    (await client.instances.list(call)).map(({ id, label, state }) => ({
      id,
      name: label,
      text: state,
    })),
  webhook: async ({ client }, call) =>
    (await client.webhooks.list(call)).map((webhook) => ({
      id: webhook.id,
      name: webhookName(webhook),
      text: webhook.url,
    })),
  volume: async ({ client }, call) =>
    (await client.volumes.list(call)).map(({ id, name, state }) => ({ id, name, text: state })),
  reservation: async ({ client }, call) =>
    (await client.reservations.list(call)).map(({ id, machine_name, state }) => ({
      id,
      name: machine_name,
      text: state,
    })),
  card: async ({ client }, call) =>
    (await client.cards.list(call)).cards.map(({ id, last4, brand }) => ({
      id,
      name: last4,
      text: brand,
    })),
  'card-payment': async ({ client }, call) =>
    (await client.cards.payments({ ...call, query: { page: 1, page_size: 100 } })).payments.map(
      ({ id, state }) => ({ id, name: '', text: state }),
    ),
  payout: async ({ client }, call) =>
    (await client.payouts.list(call)).payouts.map((payout) => ({
      id: payout.id,
      name: shortId(payout.id),
      text: `${payoutTarget(payout)}, ${payout.state}`,
    })),
  'auto-order': async ({ client }, call) =>
    (await client.autoOrders.list(call)).map(({ id, name, state }) => ({ id, name, text: state })),
  plan: async ({ client }, call) =>
    (await client.backups.list(call)).map(({ id, name, instance_label, volume_name }) => ({
      id,
      name,
      text: instance_label ?? volume_name ?? '',
    })),
  machine: async ({ client }, call) =>
    (await client.machines.list(call)).map(({ id, name, status }) => ({ id, name, text: status })),
  model: async ({ client }, call) =>
    (await client.models.list(call)).models.map(({ id, name }) => ({ id, name: id, text: name })),
  app: async ({ client }, call) =>
    (await client.apps.list(call)).map(({ slug, summary }) => ({
      id: slug,
      name: slug,
      text: summary,
    })),
  template: async ({ client }, call) =>
    (await client.templates.list(call)).map(({ id, name, image_path_with_tag }) => ({
      id,
      name,
      text: image_path_with_tag,
    })),
  job: async ({ client }, call) =>
    (await client.rendering.list({ ...call, query: { page: 1, page_size: 100 } })).jobs.map(
      ({ taskId, fileName }) => ({ id: taskId, name: '', text: fileName }),
    ),
  offer: async ({ client }, call) =>
    (await client.market.search({ ...call, query: { page_size: 100 } })).offers.map(
      ({ id, machine_name }) => ({ id, name: '', text: machine_name }),
    ),
  post: async ({ client }, call) =>
    (await client.posts.list({ ...call, query: { page: 1, page_size: 100 } })).posts.map(
      ({ id, state, text }) => ({ id, name: '', text: `${state}: ${text.slice(0, 40)}` }),
    ),
  mission: async ({ client }, call) => {
    const { current, available } = await client.missions.current(call)
    return [...(current === null ? [] : [current]), ...available].map(({ id, title, met }) => ({
      ...{ id, name: title, text: met ? 'complete' : 'open' },
    }))
  },
  'connected-account': async ({ client }, call) =>
    (await client.channels.connected(call)).accounts.map(({ id, handle, state }) => ({
      ...{ id, name: handle, text: state },
    })),
  month: async ({ client }, call) =>
    (await client.prices.months(call)).map((month) => ({ id: month, name: month, text: '' })),
} as const satisfies Record<string, (ctx: Ctx, call: NameCall) => Promise<Named[]>>

interface NameCall {
  signal: AbortSignal
  timeoutMs: number
}

export type NamedKind = keyof typeof lists

/** Whether arguments of this name are completed with what the account has. */
export function hasNames(argument: string): argument is NamedKind {
  return Object.hasOwn(lists, argument)
}

/**
 * Lists the names that complete a word: labels, or the end of an ID where a label needs quotes. An ID that is begun is
 * completed too. @throws NetworkError, ApiError
 */
export async function listNames(ctx: Ctx, kind: NamedKind, part: string): Promise<Candidate[]> {
  const all = await lists[kind](ctx, { signal: ctx.signal, timeoutMs: limitMs })
  return all.flatMap(({ id, name, text }) => {
    const value = plainWord.test(name) ? name : shortId(id)
    const described = value === name || name === '' ? text : name
    const known = [value, shortId(id), id].find((one) => one.startsWith(part))
    return known === undefined ? [] : [{ value: known, text: described }]
  })
}

/** A word that no shell splits or expands. */
const plainWord = /^[\w.@/+-]+$/
