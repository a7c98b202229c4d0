import { z } from 'zod'
import { TokenReply } from '../auth/credentials.ts'
import { endpoint } from '../core/endpoint.ts'
import { NotificationSettings } from './notification-settings.ts'
import { ProfileChange } from './profile.ts'
import { UserDetails } from './user-details.ts'

export const accounts = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/user/update-profile',
    auth: 'session',
    summary: 'Change name and picture; what is left out stays',
    body: ProfileChange,
    response: UserDetails,
    perMinute: 30,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/{hash}',
    auth: 'public',
    summary: 'A profile picture; the address changes with the picture',
    transport: 'file',
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    errors: ['not_found'],
    perMinute: 3_000,
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'What you are told by mail',
    response: NotificationSettings,
  }),
  changeNotifications: endpoint({
    method: 'PUT',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'Choose what you are told by mail; what is left out stays',
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/user/details',
    auth: 'session',
    scope: 'account:read',
    summary: 'Who is signed in',
    response: UserDetails,
    perMinute: 60_000,
  }),
  /** A code is opened by typing it in; this only lets a link like `/{referralCode}` know whether it leads anywhere. */
  knownAccessCode: endpoint({
    method: 'GET',
    path: '/api/access-code/{code}',
    auth: 'public',
    summary: 'Whether an access code (of a link) is known',
    params: z.strictObject({ code: z.string().min(1).max(64) }),
    response: z.strictObject({ known: z.boolean() }),
    perMinute: 10,
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/access-code/referal',
    auth: 'session',
    summary: 'Open the beta for this account with an access code',
    body: z.strictObject({ referral_code: z.string().min(1, 'Access Code is required').max(64) }),
    response: TokenReply,
    errors: ['access_code_invalid', 'email_unverified', 'joining_limited'],
    perMinute: 10,
  }),
} as const
