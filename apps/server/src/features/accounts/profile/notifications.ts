import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { loadOverrides, mergeOverrides } from './notifications-store.ts'

/**
 * The defaults of a new account: every notification by email. Each is rare and urgent, and can be turned off. The
 * store's SQL has the same default.
 */
export const defaultNotifications: NotificationSettings = {
  balance_low: true,
  instance_alerts: true,
  machine_alerts: true,
  render_news: true,
  offer_alerts: true,
  post_reminders: true,
  new_sign_in: true,
  announcements: true,
}

/** The notification settings of the signed-in user. */
export async function readNotifications(ctx: Ctx): Promise<NotificationSettings> {
  const overrides = await loadOverrides(ctx.db, userOf(ctx))
  if (overrides === undefined) throw new Refused('unauthorized')
  return { ...defaultNotifications, ...overrides }
}

/** Changes the given notification settings and keeps the others. */
export async function changeNotifications(
  ctx: Ctx,
  change: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  const user = userOf(ctx)
  await ctx.transact((tx) => mergeOverrides(tx, user, change))
  return readNotifications(ctx)
}
