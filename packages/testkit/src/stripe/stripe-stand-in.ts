import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Clock } from '@gridloom/async/clock'
import { checkoutPage } from './checkout-page.ts'
import { type ConnectStandIn, connectStandIn } from './connect-stand-in.ts'
import { type Fields, fieldsIn, numberOf, objectOf, stringOf } from './form-fields.ts'
import { type Answer, type Asked, idempotencyKeys } from './idempotency-keys.ts'
import { Invalid, listOf, type StandInObject } from './stand-in-object.ts'

export const standInStripeKeys = {
  secretKey: 'sk_test_stand_in',
  webhookSecret: 'whsec_stand_in',
  /** Of events of connected accounts, and of transfers: each endpoint has its own. */
  connectSecret: 'whsec_stand_in_connect',
  transferSecret: 'whsec_stand_in_transfers',
} as const

/** Cards of the stand-in, after Stripe's test cards (docs.stripe.com/testing). */
export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000341',
  asksForAuthentication: '4000002760003184',
} as const

/** An event as it is sent: its bytes, and the signature over them. */
export interface SignedEvent {
  id: string
  type: string
  body: string
  signature: string
  /** Whom it is for. */
  to: 'cards' | 'payouts'
}

/** A stateful stand-in of Stripe's API, with what we use of it; dispose it with `await using`. */
export interface StripeStandIn extends AsyncDisposable {
  /** Connected accounts and transfers. */
  connect: Omit<ConnectStandIn, 'answerTo' | 'page'>
  url: string
  /** Each request as `METHOD /path`. */
  requests: string[]
  objects: Map<string, StandInObject>
  /** Events in the order in which things happened; nothing is sent by itself unless `webhookUrl` is set. */
  events: SignedEvent[]
  /** Pays a Checkout session, or saves its card, as its page does. */
  pay(sessionId: string, card?: string): 'done' | 'declined'
  expire(sessionId: string): void
  dispute(intentId: string, status?: string): string
  /** Changes the status of a dispute. */
  decide(disputeId: string, status: string): void
  /** Changes an object as somebody at Stripe's dashboard would, or as a bank does. */
  change(id: string, fields: Fields, type?: string): void
  /** Refunds at the dashboard. */
  refund(intentId: string, cents: number): string
  sign(body: string, at?: Date, secret?: string): string
  /**
   * Answers the next matching requests with 500 after their effect (`late`) or without one (`early`), or with 429 (`busy`)
   * and a minute to wait.
   */
  fail(match: RegExp, kind: 'early' | 'late' | 'busy', times?: number): void
  /** Where events are sent as they happen; `undefined`: nowhere. */
  webhookUrl: string | undefined
  /** The same for those of payouts. */
  connectUrl: string | undefined
}

interface Options {
  clock: Pick<Clock, 'now'>
  /** A free one by default. */
  port?: number
}

/** Shapes and errors follow docs.stripe.com/api; keys of idempotency are remembered for a day. */
export async function startStripeStandIn({ clock, port = 0 }: Options): Promise<StripeStandIn> {
  const objects: StripeStandIn['objects'] = new Map()
  const events: SignedEvent[] = []
  const requests: string[] = []
  const keys = idempotencyKeys(clock)
  const failures: { match: RegExp; kind: 'early' | 'late' | 'busy'; times: number }[] = []
  const nowS = () => Math.floor(clock.now().getTime() / 1_000)
  let address = ''
  let webhookUrl: string | undefined
  let connectUrl: string | undefined

  const sign: StripeStandIn['sign'] = (body, at = clock.now(), secret) => {
    const t = Math.floor(at.getTime() / 1_000)
    const used = secret ?? standInStripeKeys.webhookSecret
    const v1 = createHmac('sha256', used).update(`${t}.${body}`).digest('hex')
    return `t=${t},v1=${v1}`
  }

  function emit(type: string, object: Fields, account?: string): void {
    const id = newId('evt')
    const event = { id, object: 'event', type, created: nowS(), data: { object }, account }
    const body = JSON.stringify({ ...event, api_version: '2026-10-28.endive', livemode: false })
    const isTransfer = type.startsWith('transfer.')
    const to = account !== undefined || isTransfer ? 'payouts' : 'cards'
    const { connectSecret, transferSecret, webhookSecret } = standInStripeKeys
    const ofPayouts = isTransfer ? transferSecret : connectSecret
    const secret = to === 'payouts' ? ofPayouts : webhookSecret
    const signed = { id, type, body, signature: sign(body, clock.now(), secret), to } as const
    events.push(signed)
    const url = to === 'payouts' ? connectUrl : webhookUrl
    if (url !== undefined) void send(url, signed)
  }

  function make(prefix: string, object: string, fields: Fields): StandInObject {
    const made = { id: newId(prefix), object, created: nowS(), livemode: false, ...fields }
    objects.set(made.id, made)
    return made
  }

  function get(id: string): StandInObject {
    const found = objects.get(id)
    if (found === undefined) throw new Missing(id)
    return found
  }

  function update(id: string, fields: Fields, type?: string): StandInObject {
    const changed = { ...get(id), ...fields }
    objects.set(id, changed)
    if (type !== undefined) emit(type, changed)
    return changed
  }

  function all(object: string, having: Fields): StandInObject[] {
    return [...objects.values()]
      .filter((one) => one.object === object)
      .filter((one) => Object.entries(having).every(([name, value]) => one[name] === value))
      .toReversed()
  }

  function newCard(number: string, customer: string | null): StandInObject {
    const card = {
      ...{ brand: 'visa', last4: number.slice(-4), exp_month: 12, exp_year: 2034 },
      number,
    }
    return make('pm', 'payment_method', { type: 'card', customer, card })
  }

  function confirm(intent: StandInObject, method: StandInObject, at: 'page' | 'away') {
    const number = stringOf(objectOf(method.card).number)
    const failure = failureOf(number, at)
    if (failure === null) {
      const paid = { status: 'succeeded', amount_received: intent.amount, last_payment_error: null }
      const fingerprint = createHash('sha256').update(number).digest('base64url').slice(0, 16)
      const details = { type: 'card', card: { fingerprint } }
      const latest_charge = make('ch', 'charge', { payment_method_details: details })
      const by = { payment_method: method.id, latest_charge }
      update(intent.id, { ...paid, ...by }, 'payment_intent.succeeded')
      return null
    }
    const error = { type: 'card_error', ...failure }
    const unpaid = { status: 'requires_payment_method', last_payment_error: error }
    update(intent.id, unpaid, 'payment_intent.payment_failed')
    return error
  }

  function newIntent(fields: Fields): StandInObject {
    return make('pi', 'payment_intent', {
      ...{ status: 'requires_payment_method', amount_received: 0, last_payment_error: null },
      ...{ metadata: {}, ...fields },
    })
  }

  function newRefund(fields: Fields): StandInObject {
    const intent = get(stringOf(fields.payment_intent))
    const before = all('refund', { payment_intent: intent.id })
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, one) => sum + numberOf(one.amount), 0)
    const amount = numberOf(fields.amount)
    if (before + amount > numberOf(intent.amount_received))
      throw new Invalid(
        'charge_already_refunded',
        'Refund amount is greater than unrefunded amount',
      )
    const made = make('re', 'refund', {
      ...{ amount, currency: intent.currency, payment_intent: intent.id, status: 'succeeded' },
      metadata: objectOf(fields.metadata),
    })
    emit('refund.created', made)
    return made
  }

  const connect = connectStandIn({ make, get, update, all, emit, address: () => address })

  const pay: StripeStandIn['pay'] = (sessionId, number = testCards.good) => {
    const session = get(sessionId)
    if (session.status !== 'open') throw new RangeError(`${sessionId} is ${String(session.status)}`)
    const customer = stringOf(session.customer)
    if (session.mode === 'setup') {
      newCard(number, customer)
      update(sessionId, { status: 'complete' }, 'checkout.session.completed')
      return 'done'
    }
    const data = objectOf(session.payment_intent_data)
    const intent =
      typeof session.payment_intent === 'string'
        ? get(session.payment_intent)
        : newIntent({
            ...{ amount: session.amount_total, currency: session.currency, customer },
            metadata: objectOf(data.metadata),
          })
    update(sessionId, { payment_intent: intent.id })
    const keeps = data.setup_future_usage === 'off_session'
    const method = newCard(number, null)
    if (confirm(intent, method, 'page') !== null) return 'declined'
    if (keeps) update(method.id, { customer })
    update(sessionId, { status: 'complete', payment_status: 'paid' }, 'checkout.session.completed')
    return 'done'
  }

  function newSession(fields: Fields): StandInObject {
    const items = Object.values(objectOf(fields.line_items)).map(objectOf)
    const total = items.reduce((sum, item) => {
      const { unit_amount } = objectOf(item.price_data)
      return sum + numberOf(unit_amount) * numberOf(item.quantity)
    }, 0)
    const session = make('cs_test', 'checkout.session', {
      ...{ status: 'open', payment_status: 'unpaid', payment_intent: null, currency: 'usd' },
      ...fields,
      amount_total: total,
    })
    return update(session.id, { url: `${address}/c/pay/${session.id}` })
  }

  function charge(fields: Fields): Answer {
    const intent = newIntent({
      ...{ amount: numberOf(fields.amount), currency: fields.currency, customer: fields.customer },
      metadata: objectOf(fields.metadata),
    })
    const method = objects.get(stringOf(fields.payment_method))
    if (method === undefined || method.customer !== fields.customer)
      throw new Missing('payment_method')
    const error = confirm(intent, method, 'away')
    if (error === null) return { status: 200, body: expanded(get(intent.id), fields) }
    return { status: 402, body: { error: { ...error, payment_intent: get(intent.id) } } }
  }

  function answerTo({ method, path, fields }: Asked): Answer {
    const [kind = '', ...rest] = path.replace('/v1/', '').replace('checkout/', '').split('/')
    const [id = '', verb] = rest
    const ok = (body: unknown): Answer => ({ status: 200, body })
    const one = `${method} ${kind}${id === '' ? '' : '/id'}${verb === undefined ? '' : `/${verb}`}`
    switch (one) {
      case 'POST customers':
        return ok(make('cus', 'customer', { metadata: objectOf(fields.metadata) }))
      case 'DELETE customers/id':
        for (const card of all('payment_method', { customer: id })) objects.delete(card.id)
        get(id)
        objects.delete(id)
        return ok({ id, object: 'customer', deleted: true })
      case 'GET customers/id/payment_methods':
        return ok(listOf(path, all('payment_method', { customer: get(id).id })))
      case 'POST payment_methods/id/detach':
        return ok(update(id, { customer: null }))
      case 'POST sessions':
        return ok(newSession(fields))
      case 'POST payment_intents':
        return charge(fields)
      case 'POST payment_intents/id/cancel':
        return ok(update(id, { status: 'canceled' }, 'payment_intent.canceled'))
      case 'GET payment_intents':
        return ok(
          listOf(
            path,
            all('payment_intent', { customer: fields.customer }).map((one) =>
              expanded(one, fields),
            ),
          ),
        )
      case 'POST refunds':
        return ok(newRefund(fields))
      case 'GET refunds':
        return ok(listOf(path, all('refund', { payment_intent: fields.payment_intent })))
      case 'GET payment_intents/id':
        return ok(expanded(get(id), fields))
      case 'GET sessions/id':
      case 'GET disputes/id':
        return ok(get(id))
      default: {
        const answered = connect.answerTo({ call: one, id, path, fields })
        if (answered !== undefined) return ok(answered)
        throw new Invalid('resource_missing', `Unrecognized request URL (${method}: ${path})`)
      }
    }
  }

  function answer(asked: Asked): Answer {
    const line = `${asked.method} ${asked.path}`
    requests.push(line)
    const failure = failures.find(({ match, times }) => times > 0 && match.test(line))
    if (failure !== undefined) failure.times--
    if (failure?.kind === 'busy') return busyAnswer
    if (failure?.kind === 'early') return brokenAnswer
    const given = keys.answerOnce(asked, () => attempt(() => answerTo(asked)))
    return failure === undefined ? given : brokenAnswer
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.invalid')
    const method = request.method ?? 'GET'
    const sent = await text(request)
    if (pathname.startsWith('/c/pay/')) {
      const id = pathname.slice('/c/pay/'.length)
      return void checkoutPage(response, { session: get(id), form: sent, pay: (n) => pay(id, n) })
    }
    if (connect.page(response, { pathname: `${pathname}${search}`, form: sent })) return
    const isKnown = request.headers.authorization === `Bearer ${standInStripeKeys.secretKey}`
    const key = request.headers['idempotency-key']
    const fields = fieldsIn(method === 'GET' ? search.slice(1) : sent)
    const given = isKnown
      ? answer({ method, path: pathname, fields, key: typeof key === 'string' ? key : undefined })
      : { status: 401, body: { error: { type: 'invalid_request_error', message: 'No such key' } } }
    response.writeHead(given.status, {
      'content-type': 'application/json',
      'stripe-should-retry': 'false',
      ...(given.status === 429 ? { 'retry-after': '60' } : {}),
    })
    response.end(JSON.stringify(given.body))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(asError(error)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : port}`

  return {
    ...{ url: address, requests, objects, events, pay, sign, connect },
    get connectUrl() {
      return connectUrl
    },
    set connectUrl(url) {
      connectUrl = url
    },
    get webhookUrl() {
      return webhookUrl
    },
    set webhookUrl(url) {
      webhookUrl = url
    },
    expire: (id) => void update(id, { status: 'expired' }, 'checkout.session.expired'),
    dispute(intentId, status = 'needs_response') {
      const { amount, currency } = get(intentId)
      const fields = { amount, currency, payment_intent: intentId, reason: 'fraudulent', status }
      const made = make('du', 'dispute', fields)
      emit('charge.dispute.created', made)
      return made.id
    },
    decide: (id, status) => void update(id, { status }, 'charge.dispute.closed'),
    change: (id, fields, type) => void update(id, fields, type),
    refund: (intentId, amount) => newRefund({ payment_intent: intentId, amount }).id,
    fail: (match, kind, times = 1) => void failures.push({ match, kind, times }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Stripe's test numbers: what they do on its page, and while their owner is away. */
function failureOf(number: string, at: 'page' | 'away') {
  if (number === testCards.declined && at === 'away')
    return { code: 'card_declined', message: 'Your card was declined.' }
  if (number === testCards.asksForAuthentication && at === 'away')
    return { code: 'authentication_required', message: 'Authentication is required.' }
  return null
}

const brokenAnswer: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } },
}

const busyAnswer: Answer = {
  status: 429,
  body: {
    error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' },
  },
}

class Missing extends Error {}

function attempt(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof Missing)
      return invalid(404, 'resource_missing', `No such: ${error.message}`)
    if (error instanceof Invalid)
      return invalid(error.status, error.code, error.message, error.param)
    throw error
  }
}

function invalid(status: number, code: string, message: string, param?: string): Answer {
  return { status, body: { error: { type: 'invalid_request_error', code, message, param } } }
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

async function send(url: string, { body, signature }: SignedEvent): Promise<void> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.arrayBuffer()
}

/** A charge is an ID in its intent, unless the caller asks for all of it. */
function expanded(intent: StandInObject, { expand }: Fields): StandInObject {
  const charge = intent.latest_charge
  if (charge === undefined || JSON.stringify(expand ?? '').includes('latest_charge')) return intent
  return { ...intent, latest_charge: stringOf(objectOf(charge).id) }
}
