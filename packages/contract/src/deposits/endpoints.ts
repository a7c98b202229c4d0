import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ChainId } from '../wallet/chain.ts'
import { Deposit } from './deposit.ts'
import { DepositChain, OperatorDeposits } from './deposit-options.ts'

export const deposits = {
  list: endpoint({
    method: 'GET',
    path: '/api/deposits',
    auth: 'session',
    scope: 'billing:read',
    title: 'List deposits',
    summary: 'List deposits of stablecoins, newest first, at most 200',
    response: z.array(Deposit),
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/deposits/options',
    auth: 'session',
    scope: 'billing:read',
    title: 'List deposit options',
    summary:
      'List the chains and stablecoins that can be deposited, with your addresses. Empty: the operator has not set deposits up',
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
