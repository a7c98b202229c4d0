import { createTestClock } from '@gridloom/async/test-clock'
import type { CardPayment } from '@gridloom/contract/cards/payment'
import type { AccountId, CardPaymentId } from '@gridloom/contract/core/ids'
import { eventually } from '@gridloom/testkit/eventually'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { signIn } from '@gridloom/testkit/sign-up'
import {
  type SignedEvent,
  standInStripeKeys,
  startStripeStandIn,
} from '@gridloom/testkit/stripe/stripe-stand-in'
import { readCardsConfig } from '../src/cards-config.ts'
import { checkLedger, transfer } from '../src/features/ledger/index.ts'

const usd = 1_000_000

/** A server with card payments on a stand-in of Stripe; events arrive when a test delivers them. */
export async function startCardSite({ cards }: { cards?: 'not set up' } = {}) {
  await using opened = new AsyncDisposableStack()
  const clock = createTestClock()
  const stripe = opened.use(await startStripeStandIn({ clock }))
  const variables = {
    STRIPE_SECRET_KEY: standInStripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: standInStripeKeys.webhookSecret,
    STRIPE_API_URL: stripe.url,
  }
  const { config } = readCardsConfig(cards === 'not set up' ? {} : variables)
  const server = opened.use(await startServer({ clock, config: { cards: config } }))
  const operator = server.client(await signIn(server, server.operator))
  let delivered = 0

  const deliver = async ({
    body,
    signature,
  }: Pick<SignedEvent, 'body' | 'signature'>): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const options = { method: 'POST', headers, body }
    const response = await fetch(`${server.url}/api/card/webhook`, options)
    await response.arrayBuffer()
    return response.status
  }
  const deliverAll = async () => {
    for (; delivered < stripe.events.length; delivered++) {
      const event = stripe.events[delivered]
      if (event !== undefined && (await deliver(event)) !== 200) throw new Error(event.type)
    }
  }
  const objectOf = (kind: string, match: (one: Record<string, unknown>) => boolean) => {
    const found = [...stripe.objects.values()].find((one) => one.object === kind && match(one))
    if (found === undefined) throw new Error(`no ${kind}`)
    return found.id
  }
  const sessionOf = ({ id }: { id: CardPaymentId }) =>
    objectOf('checkout.session', (one) => one.client_reference_id === id)
  const intentOf = ({ id }: { id: CardPaymentId }) =>
    objectOf('payment_intent', (one) => JSON.stringify(one.metadata).includes(id))

  const payer = async ({ id, token, email }: { id: AccountId; token: string; email: string }) => {
    const client = server.client(token)
    const spendable = async () => {
      const { available_micro_usd, debt_micro_usd } = await client.ledger.balance()
      return available_micro_usd - debt_micro_usd
    }
    const before = await spendable()
    const pay = (amount: number): Promise<CardPayment> =>
      client.cards.pay({ body: { micro_usd: amount * usd } })
    return {
      ...{ id, client, pay, email },
      credited: async () => (await spendable()) - before,
      read: (payment: CardPaymentId) => client.cards.payment({ params: { id: payment } }),
      async paid(amount: number) {
        const payment = await pay(amount)
        stripe.pay(sessionOf(payment))
        await deliverAll()
        return payment
      },
      async save(card?: string) {
        const { url } = await client.cards.setup()
        stripe.pay(new URL(url).pathname.split('/').at(-1) ?? '', card)
        return (await client.cards.list()).cards
      },
      give(to: { id: AccountId }, amount: number) {
        const { system } = server.container
        const wanted = { from: id, to: to.id, microUsd: amount * usd, key: 'gift', text: 'Gift' }
        return system.transact((tx) => transfer(system, tx, wanted))
      },
      emailAbout: (word: string) =>
        eventually(async () => {
          const emails = await server.inbox.emailsTo(email)
          const found = emails.find(({ subject }) => subject.includes(word))
          if (found === undefined) throw new Error(`no email about ${word}`)
          return found
        }),
    }
  }

  const user = async (email: string, { access = false }: { access?: boolean } = {}) => {
    const token = await openAccount(server, { email, access })
    const client = server.client(token)
    const { account_id: id } = await client.accounts.details()
    return {
      ...(await payer({ id, token, email })),
      /** Creates a company, and acts for it; needs access. */
      async inCompany(name: string) {
        const company = await client.companies.create({ body: { name } })
        const acting = await client.auth.actAs({ body: { company_id: company.id } })
        return payer({ id: company.id, token: acting.token, email })
      },
    }
  }

  const whole = opened.move()
  return {
    ...{ server, clock, stripe, operator, deliver, deliverAll, sessionOf, intentOf, user },
    /** An event of another id about the same, signed now. */
    again(event: SignedEvent | undefined): SignedEvent {
      if (event === undefined) throw new Error('no event')
      const id = `${event.id}x`
      const body = event.body.replace(event.id, id)
      return { ...event, id, body, signature: stripe.sign(body) }
    },
    chargedCents: () => sumOf(stripe.objects, 'payment_intent', 'amount_received'),
    refundedCents: () => sumOf(stripe.objects, 'refund', 'amount'),
    async ledgerIsSound() {
      const proof = await checkLedger(server.container.db)
      if (!proof.clean) throw new Error(JSON.stringify(proof))
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

function sumOf(
  objects: ReadonlyMap<string, Record<string, unknown>>,
  kind: string,
  field: string,
): number {
  return [...objects.values()]
    .filter(({ object }) => object === kind)
    .reduce((sum, one) => sum + Number(one[field]), 0)
}
