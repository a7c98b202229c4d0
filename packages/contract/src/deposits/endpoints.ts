import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { GaslessPaymentId } from '../core/ids.ts'
import { ChainId } from '../wallet/chain.ts'
import { CoinQuote, NewCoinQuote } from './coin-quote.ts'
import { Deposit } from './deposit.ts'
import { DepositChain, OperatorDeposits } from './deposit-options.ts'
import { GaslessPayment, GaslessSignature, NewGaslessPayment } from './gasless.ts'

export const deposits = {
  list: endpoint({
    method: 'GET',
    path: '/api/deposits',
    auth: 'session',
    scope: 'billing:read',
    title: 'List deposits',
    summary: 'List deposits on chains, newest first, at most 200',
    response: z.array(Deposit),
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/deposits/options',
    auth: 'session',
    scope: 'billing:read',
    title: 'List deposit options',
    summary:
      'List the chains, stablecoins and coins that can be deposited, with your addresses. Empty: the operator has not set deposits up',
    response: z.array(DepositChain),
  }),
  createAddress: endpoint({
    method: 'POST',
    path: '/api/deposits/address',
    auth: 'session',
    scope: 'deposits:write',
    title: 'Create deposit address',
    summary:
      'Retrieve the address of your account on a chain, which is created at the first call and stays the same',
    body: z.strictObject({ chain_id: ChainId }),
    response: DepositChain,
    errors: ['chain_unknown', 'deposits_unavailable'],
    perMinute: 30,
  }),
  createQuote: endpoint({
    method: 'POST',
    path: '/api/deposits/quotes',
    auth: 'session',
    scope: 'deposits:write',
    title: 'Create coin quote',
    summary:
      'Create a price of a chain’s own coin that holds for 60 seconds and one payment, with the transaction that pays it',
    status: 201,
    body: NewCoinQuote,
    response: CoinQuote,
    errors: [
      'chain_unknown',
      'chain_down',
      'coin_unavailable',
      'coin_price_unavailable',
      'coin_amount',
      'coin_balance',
      'coin_quote_limit',
    ],
    perMinute: 10,
  }),
  listGasless: endpoint({
    method: 'GET',
    path: '/api/deposits/gasless',
    auth: 'session',
    scope: 'billing:read',
    title: 'List gasless payments',
    summary: 'List deposits that were paid by a signature alone, newest first, at most 50',
    response: z.array(GaslessPayment),
  }),
  createGasless: endpoint({
    method: 'POST',
    path: '/api/deposits/gasless',
    auth: 'session',
    scope: 'deposits:write',
    title: 'Create gasless payment',
    summary:
      'Create a payment to your deposit address that its payer signs, with the data to sign (EIP-712). The platform sends it and pays the gas',
    status: 201,
    body: NewGaslessPayment,
    response: GaslessPayment,
    errors: [
      'chain_unknown',
      'chain_down',
      'deposits_unavailable',
      'gasless_unavailable',
      'gasless_amount',
      'gasless_balance',
      'gasless_limit',
      'gasless_in_progress',
    ],
    perMinute: 10,
  }),
  signGasless: endpoint({
    method: 'POST',
    path: '/api/deposits/gasless/{id}/sign',
    auth: 'session',
    scope: 'deposits:write',
    title: 'Sign gasless payment',
    summary:
      'Submit the signature of a gasless payment. It is verified and tried on the chain before it is accepted',
    params: z.strictObject({ id: GaslessPaymentId }),
    body: GaslessSignature,
    response: GaslessPayment,
    errors: [
      'not_found',
      'state_conflict',
      'wallet_refused',
      'chain_down',
      'gasless_unavailable',
      'gasless_amount',
      'gasless_balance',
      'gasless_limit',
      'gasless_in_progress',
      'gasless_expired',
      'gasless_refused',
    ],
    perMinute: 10,
  }),
  operatorList: endpoint({
    method: 'GET',
    path: '/api/operator/deposits',
    auth: 'operator',
    title: 'List watched chains',
    summary:
      'List the chains with their alarms, and the newest 200 deposits that were rejected or reversed',
    response: OperatorDeposits,
  }),
} as const
