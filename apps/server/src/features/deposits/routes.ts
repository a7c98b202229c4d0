import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { createCoinQuote } from './coin/create-quote.ts'
import { createDepositAddress } from './create-address.ts'
import type { DepositsCtx } from './ctx.ts'
import { createGaslessPayment } from './gasless/create-payment.ts'
import { listGaslessPayments } from './gasless/show-payment.ts'
import { signGaslessPayment } from './gasless/sign-payment.ts'
import { listDeposits, listOperatorDeposits } from './list-deposits.ts'
import { listDepositOptions } from './read-options.ts'

/** Mounts the `deposits` area of the contract. */
export function depositRoutes(routes: Routes<DepositsCtx>): void {
  const { deposits } = api
  routes.on(deposits.list, (ctx) => listDeposits(ctx))
  routes.on(deposits.options, (ctx) => listDepositOptions(ctx))
  routes.on(deposits.createAddress, (ctx, { body }) => createDepositAddress(ctx, body.chain_id))
  routes.on(deposits.createQuote, (ctx, { body }) => createCoinQuote(ctx, body))
  routes.on(deposits.listGasless, (ctx) => listGaslessPayments(ctx))
  routes.on(deposits.createGasless, (ctx, { body }) => createGaslessPayment(ctx, body))
  routes.on(deposits.signGasless, (ctx, { params, body }) =>
    signGaslessPayment(ctx, { ...params, ...body }),
  )
  routes.on(deposits.operatorList, (ctx) => listOperatorDeposits(ctx))
}
