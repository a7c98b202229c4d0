import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PromoCodeId } from '../core/ids.ts'
import { Page, PageSize } from '../core/values.ts'
import {
  NewPromoCode,
  PromoCode,
  PromoRedeemed,
  PromoRedemption,
  PromoTerms,
} from './promo-code.ts'

const one = z.strictObject({ id: PromoCodeId })
/** Any text: one that cannot be a code is an unknown code. */
const typed = z.strictObject({ code: z.string().trim().min(1, 'Code is required').max(64) })

const refusals = [
  'email_unverified',
  'promo_code_unknown',
  'promo_code_not_started',
  'promo_code_paused',
  'promo_code_expired',
  'promo_code_used_up',
  'promo_code_redeemed',
  'promo_code_new_accounts',
  'promo_code_personal',
  'too_many_requests',
] as const

export const promoCodes = {
  check: endpoint({
    method: 'POST',
    path: '/api/promo-codes/check',
    auth: 'session',
    audit: 'none',
    title: 'Check promo code',
    summary: 'Retrieve the terms of a promo code that you can redeem, without redeeming it',
    body: typed,
    response: PromoTerms,
    errors: refusals,
    perMinute: 30,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/api/promo-codes/redeem',
    auth: 'session',
    title: 'Redeem promo code',
    summary:
      'Redeem a promo code, once per account. Its credit is spent last and cannot be transferred or paid out',
    status: 201,
    body: typed,
    response: PromoRedeemed,
    errors: refusals,
    perMinute: 30,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/operator/promo-codes',
    auth: 'operator',
    title: 'List promo codes',
    summary: 'List promo codes, newest first, with their uses and cost, at most 500',
    response: z.array(PromoCode),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/operator/promo-codes',
    auth: 'operator',
    reauth: 'recent',
    title: 'Create promo code',
    summary: 'Create a promo code, with your text or a random one',
    status: 201,
    body: NewPromoCode,
    response: PromoCode,
    errors: ['state_conflict', 'limit_reached'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/operator/promo-codes/{id}',
    auth: 'operator',
    reauth: 'recent',
    title: 'Pause promo code',
    summary: 'Pause or resume a promo code',
    params: one,
    body: z.strictObject({ paused: z.boolean() }),
    response: PromoCode,
    errors: ['not_found', 'state_conflict'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/operator/promo-codes/{id}',
    auth: 'operator',
    reauth: 'recent',
    title: 'Revoke promo code',
    summary: 'Revoke a promo code for good; credit that was given with it stays',
    params: one,
    response: PromoCode,
    errors: ['not_found'],
  }),
  redemptions: endpoint({
    method: 'GET',
    path: '/api/operator/promo-codes/{id}/redemptions',
    auth: 'operator',
    title: 'List redemptions',
    summary: 'List the redemptions of a promo code, newest first',
    params: one,
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ redemptions: z.array(PromoRedemption), total: z.int() }),
    errors: ['not_found'],
  }),
} as const
