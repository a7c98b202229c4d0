import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { CardsCtx } from './ctx.ts'
import { createPayment } from './payments/create-payment.ts'
import { listAllPayments, listPayments, readPayment } from './payments/read-payments.ts'
import { refundAsOperator, refundPayment } from './refunds/refund-payment.ts'
import { chooseCard, removeCard, setUpCard } from './saved/change-cards.ts'
import { listCards } from './saved/list-cards.ts'
import { changeAutoTopUp, readAutoTopUp } from './top-ups/change-auto-top-up.ts'

/** Mounts the `cards` area of the contract. */
export function cardsRoutes(routes: Routes<CardsCtx>): void {
  const { cards } = api
  routes.on(cards.list, (ctx) => listCards(ctx))
  routes.on(cards.setup, (ctx) => setUpCard(ctx))
  routes.on(cards.choose, (ctx, { body }) => chooseCard(ctx, body.card_id))
  routes.on(cards.remove, (ctx, { params }) => removeCard(ctx, params.id))
  routes.on(cards.pay, (ctx, { body }) => createPayment(ctx, body))
  routes.on(cards.payments, (ctx, { query }) => listPayments(ctx, query))
  routes.on(cards.payment, (ctx, { params }) => readPayment(ctx, params.id))
  routes.on(cards.refund, (ctx, { params, body }) => refundPayment(ctx, params.id, body))
  routes.on(cards.autoTopUp, (ctx) => readAutoTopUp(ctx))
  routes.on(cards.changeAutoTopUp, (ctx, { body }) => changeAutoTopUp(ctx, body))
  routes.on(cards.operatorPayments, (ctx, { query }) => listAllPayments(ctx, query))
  routes.on(cards.operatorRefund, (ctx, { params, body }) => refundAsOperator(ctx, params.id, body))
}
