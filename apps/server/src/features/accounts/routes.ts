import { accounts } from '@gridloom/contract/accounts/endpoints'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { knownAccessCode } from './known-access-code.ts'
import { changeFlow } from './profile/change-flow.ts'
import { changeTour } from './profile/change-tour.ts'
import { changeNotifications, readNotifications } from './profile/notifications.ts'
import { readProfilePicture } from './profile/read-profile-picture.ts'

/** Mounts profile pictures, notification settings and the look-up of access codes. */
export function accountRoutes<C extends Ctx>(routes: Routes<C>): void {
  routes.download(accounts.picture, (ctx, { params }) => readProfilePicture(ctx, params.hash))
  routes.on(accounts.notifications, (ctx) => readNotifications(ctx))
  routes.on(accounts.changeNotifications, (ctx, { body }) => changeNotifications(ctx, body))
  routes.on(accounts.changeTour, async (ctx, { body }) => ({
    dismissed_tours: await changeTour(ctx, body),
  }))
  routes.on(accounts.changeFlow, (ctx, { body }) => changeFlow(ctx, body.flow))
  routes.on(accounts.knownAccessCode, (ctx, { params }) => knownAccessCode(ctx, params.code))
}
