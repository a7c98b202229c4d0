import type { DismissedTours, TourChange } from '@gridloom/contract/accounts/tours'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { publishAccount } from '../publish-account.ts'
import { storeTour } from './tours-store.ts'

/** Dismisses a tour for the signed-in user on every browser, or shows it again. Returns the dismissed ones. */
export async function changeTour(ctx: Ctx, change: TourChange): Promise<DismissedTours> {
  const user = userOf(ctx)
  return ctx.transact(async (tx) => {
    const dismissed = await storeTour(tx, user, change)
    await publishAccount(tx, user)
    return dismissed
  })
}
