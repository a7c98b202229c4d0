import { account } from '@gridloom/contract/account'
import type { Routes } from '../../../platform/http/routes.ts'
import { changeNotifications, readNotifications } from './notifications.ts'
import { readPicture } from './read-picture.ts'
import { type ProfileCtx, updateProfile } from './update-profile.ts'

/** Mounts profile, pictures and notification settings of the contract's `account` area. */
export function profileRoutes<C extends ProfileCtx>(routes: Routes<C>): void {
  routes.on(account.updateProfile, (ctx, { body }) => updateProfile(ctx, body))
  routes.download(account.picture, (ctx, { params }) => readPicture(ctx, params.hash))
  routes.on(account.notifications, (ctx) => readNotifications(ctx))
  routes.on(account.changeNotifications, (ctx, { body }) => changeNotifications(ctx, body))
}
