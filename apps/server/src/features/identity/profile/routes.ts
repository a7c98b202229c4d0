import { accounts } from '@gridloom/contract/accounts/endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import { changeNotifications, readNotifications } from './notifications.ts'
import { readPicture } from './read-picture.ts'
import { type ProfileCtx, updateProfile } from './update-profile.ts'

/** Mounts profile, pictures and notification settings of the contract's `account` area. */
export function profileRoutes<C extends ProfileCtx>(routes: Routes<C>): void {
  routes.on(accounts.updateProfile, (ctx, { body }) => updateProfile(ctx, body))
  routes.download(accounts.picture, (ctx, { params }) => readPicture(ctx, params.hash))
  routes.on(accounts.notifications, (ctx) => readNotifications(ctx))
  routes.on(accounts.changeNotifications, (ctx, { body }) => changeNotifications(ctx, body))
}
