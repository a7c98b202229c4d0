import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { WalletId } from '../core/ids.ts'
import { EvmAddress } from './address.ts'
import { PayoutAddresses } from './payout-address.ts'
import { Token, TokenBalance } from './token.ts'

export const wallet = {
  tokens: endpoint({
    method: 'GET',
    path: '/api/tokens',
    auth: 'public',
    title: 'List tokens',
    summary:
      'List the tokens that the operator configured, with what their contracts state. While a chain is not responding, the last facts are returned with their time',
    response: z.array(Token),
    perMinute: 60,
  }),
  balances: endpoint({
    method: 'GET',
    path: '/api/tokens/balances',
    auth: 'public',
    title: 'Retrieve token balances',
    summary: 'Retrieve what an address holds of each configured token, by one call to each chain',
    query: z.strictObject({ address: EvmAddress }),
    response: z.array(TokenBalance),
    perMinute: 30,
  }),
  payoutAddress: endpoint({
    method: 'GET',
    path: '/api/user/payout-address',
    auth: 'session',
    title: 'Retrieve payout address',
    summary:
      'Retrieve the linked address that payouts of the active account go to, and a change that waits',
    response: PayoutAddresses,
    errors: ['not_found', 'forbidden'],
  }),
  changePayoutAddress: endpoint({
    method: 'PUT',
    path: '/api/user/payout-address',
    auth: 'session',
    reauth: 'recent',
    title: 'Change payout address',
    summary:
      'Choose the linked address that payouts of the active account go to. In a company, owners and admins choose one of their own wallets. It takes effect after `wait_hours`, 24 unless the operator chose otherwise; until then the change can be cancelled',
    body: z.strictObject({ wallet_id: WalletId }),
    response: PayoutAddresses,
    errors: ['not_found', 'forbidden', 'email_unverified'],
    perMinute: 10,
  }),
  cancelPayoutAddress: endpoint({
    method: 'DELETE',
    path: '/api/user/payout-address/pending',
    auth: 'session',
    title: 'Cancel payout address change',
    summary: 'Cancel a change of the payout address that has not taken effect',
    response: PayoutAddresses,
    errors: ['not_found', 'forbidden'],
    perMinute: 30,
  }),
} as const
