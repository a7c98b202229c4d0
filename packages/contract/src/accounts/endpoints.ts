import { z } from 'zod'
import { TokenReply } from '../auth/credentials.ts'
import { endpoint } from '../core/endpoint.ts'
import { requiredText } from '../core/values.ts'
import { Flow } from './flow.ts'
import { NotificationSettings } from './notification-settings.ts'
import { ProfileChange } from './profile.ts'
import { DismissedTours, TourChange } from './tours.ts'
import { UserDetails } from './user-details.ts'

export const accounts = {
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/user/update-profile',
    auth: 'session',
    title: 'Update profile',
    summary: 'Update the name and picture; omitted fields stay unchanged',
    body: ProfileChange,
    response: UserDetails,
    perMinute: 30,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/pictures/{hash}',
    auth: 'public',
    title: 'Retrieve profile picture',
    summary: 'Retrieve a profile picture; its URL changes with the picture',
    transport: 'file',
    files: ['image/png', 'image/jpeg', 'image/webp'],
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    errors: ['not_found'],
    perMinute: 3_000,
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/api/user/notifications',
    auth: 'session',
    title: 'Retrieve notification settings',
    summary: 'Retrieve email notification settings',
    response: NotificationSettings,
  }),
  changeNotifications: endpoint({
    method: 'PUT',
    path: '/api/user/notifications',
    auth: 'session',
    title: 'Update notification settings',
    summary: 'Update email notification settings; omitted fields stay unchanged',
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
  changeTour: endpoint({
    method: 'PUT',
    path: '/api/user/tours',
    auth: 'session',
    audit: 'none',
    title: 'Update tour',
    summary: 'Dismiss a tour of the web app on every browser, or show it again',
    body: TourChange,
    response: z.strictObject({ dismissed_tours: DismissedTours }),
    perMinute: 60,
  }),
  changeFlow: endpoint({
    method: 'PUT',
    path: '/api/user/flow',
    auth: 'session',
    audit: 'none',
    title: 'Update flow',
    summary: 'Store what you came for, which decides which missions are for you',
    body: z.strictObject({ flow: Flow }),
    response: z.strictObject({ flow: Flow }),
    perMinute: 60,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/user/details',
    auth: 'session',
    scope: 'account:read',
    title: 'Retrieve user',
    summary: 'Retrieve the signed-in user',
    response: UserDetails,
    perMinute: 60_000,
  }),
  /** Whether the code in a link like `/{referralCode}` exists; access itself is granted by entering the code. */
  knownAccessCode: endpoint({
    method: 'GET',
    path: '/api/access-code/{code}',
    auth: 'public',
    title: 'Check access code',
    summary: 'Check whether an access code from a link exists',
    params: z.strictObject({ code: z.string().min(1).max(64) }),
    response: z.strictObject({ known: z.boolean() }),
    perMinute: 10,
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/access-code/referal',
    auth: 'session',
    title: 'Redeem access code',
    summary: 'Unlock the beta for this account with an access code',
    body: z.strictObject({ referral_code: requiredText('Access Code is required').max(64) }),
    response: TokenReply,
    errors: ['access_code_invalid', 'email_unverified', 'joining_limited'],
    perMinute: 10,
  }),
} as const
