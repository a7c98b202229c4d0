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
    summary: 'Update the name and picture; omitted fields stay unchanged',
    body: ProfileChange,
    response: UserDetails,
    perMinute: 30,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/{hash}',
    auth: 'public',
    summary: 'Retrieve a profile picture; its URL changes with the picture',
    transport: 'file',
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    errors: ['not_found'],
    perMinute: 3_000,
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'Retrieve email notification settings',
    response: NotificationSettings,
  }),
  changeNotifications: endpoint({
    method: 'PUT',
    path: '/api/user/notifications',
    auth: 'session',
    summary: 'Update email notification settings; omitted fields stay unchanged',
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/user/details',
    auth: 'session',
    scope: 'account:read',
    summary: 'Retrieve the signed-in user',
    response: UserDetails,
    perMinute: 60_000,
  }),
  /** Tells a link like `/{referralCode}` whether the code exists; access itself is granted by entering the code. */
  knownAccessCode: endpoint({
    method: 'GET',
    path: '/api/access-code/{code}',
    auth: 'public',
    summary: 'Check whether an access code from a link exists',
    params: z.strictObject({ code: z.string().min(1).max(64) }),
    response: z.strictObject({ known: z.boolean() }),
    perMinute: 10,
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/access-code/referal',
    auth: 'session',
    summary: 'Unlock the beta for this account with an access code',
    body: z.strictObject({ referral_code: z.string().min(1, 'Access Code is required').max(64) }),
    response: TokenReply,
    errors: ['access_code_invalid', 'email_unverified', 'joining_limited'],
    perMinute: 10,
  }),
} as const
