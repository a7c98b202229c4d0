import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { WalletId } from '../core/ids.ts'
import { TokenReply } from './credentials.ts'
import {
  LinkedWallet,
  WalletLabel,
  WalletMessage,
  WalletSignature,
  WalletSigner,
} from './wallet.ts'

/** Wallets as a way to sign in. */
export const wallets = {
  walletLoginMessage: endpoint({
    method: 'POST',
    path: '/api/user/login/wallet/message',
    auth: 'public',
    audit: 'none',
    title: 'Create wallet sign-in message',
    summary:
      'Create the message that a wallet signs to sign in (EIP-4361); valid once, for 5 minutes, in the browser that asked for it',
    body: WalletSigner,
    response: WalletMessage,
    errors: ['chain_unknown'],
    perMinute: 30,
  }),
  walletLogin: endpoint({
    method: 'POST',
    path: '/api/user/login/wallet',
    auth: 'public',
    bearer: 'optional',
    title: 'Sign in with wallet',
    summary: 'Sign in with a linked address, by the signature of a sign-in message',
    body: WalletSignature,
    response: TokenReply,
    errors: ['wallet_refused', 'wallet_unknown', 'account_suspended', 'chain_down'],
    perMinute: 30,
  }),
  walletMessage: endpoint({
    method: 'POST',
    path: '/api/user/wallets/message',
    auth: 'session',
    audit: 'none',
    title: 'Create wallet message',
    summary:
      'Create the message that a wallet signs to be linked to your account, or to re-authenticate (EIP-4361)',
    body: WalletSigner.extend({ purpose: z.enum(['link', 'confirm']) }),
    response: WalletMessage,
    errors: ['chain_unknown', 'email_unverified'],
    perMinute: 30,
  }),
  walletConfirm: endpoint({
    method: 'POST',
    path: '/api/user/confirm/wallet',
    auth: 'session',
    title: 'Re-authenticate with wallet',
    summary: 'Re-authenticate with a linked address, by the signature of a message',
    body: WalletSignature,
    errors: ['wallet_refused', 'chain_down'],
    perMinute: 30,
  }),
  wallets: endpoint({
    method: 'GET',
    path: '/api/user/wallets',
    auth: 'session',
    title: 'List wallets',
    summary: 'List the addresses that are linked to your account',
    response: z.array(LinkedWallet),
  }),
  linkWallet: endpoint({
    method: 'POST',
    path: '/api/user/wallets',
    auth: 'session',
    reauth: 'recent',
    title: 'Link wallet',
    summary: 'Link an address to your account, by the signature of a message; it can then sign in',
    status: 201,
    body: WalletSignature.extend({ label: WalletLabel }),
    response: LinkedWallet,
    errors: ['wallet_refused', 'wallet_taken', 'email_unverified', 'limit_reached', 'chain_down'],
    perMinute: 30,
  }),
  renameWallet: endpoint({
    method: 'PATCH',
    path: '/api/user/wallets/{id}',
    auth: 'session',
    title: 'Rename wallet',
    summary: 'Change the label of a linked address',
    params: z.strictObject({ id: WalletId }),
    body: z.strictObject({ label: WalletLabel }),
    response: LinkedWallet,
    errors: ['not_found'],
  }),
  removeWallet: endpoint({
    method: 'DELETE',
    path: '/api/user/wallets/{id}',
    auth: 'session',
    reauth: 'recent',
    title: 'Remove wallet',
    summary:
      'Remove a linked address; the last sign-in method cannot be removed. If payouts go to it, they have no address afterwards',
    params: z.strictObject({ id: WalletId }),
    errors: ['not_found', 'last_sign_in_method'],
  }),
} as const
