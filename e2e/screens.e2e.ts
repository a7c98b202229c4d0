import { expect, test } from '@playwright/test'
import { layoutShifts, recordShifts } from './layout-shifts.ts'
import { expectToLookRight, settled, windows } from './looks.ts'
import { operator, signIn } from './people.ts'

const screens = [
  { name: 'onboarding', path: '/onboarding' },
  { name: 'welcome', path: '/welcome' },
  { name: 'terms', path: '/terms-and-conditions' },
  { name: 'how-to-host', path: '/how-to-host' },
  { name: 'how-to-host-windows', path: '/how-to-host/windows' },
  { name: 'how-to-host-mac', path: '/how-to-host/mac' },
  { name: 'blog', path: '/blog' },
  { name: 'extension', path: '/extension' },
  { name: 'rent', path: '/instance' },
  { name: 'my-instances', path: '/instance/myinstance' },
  { name: 'templates', path: '/template' },
  { name: 'templates-public', path: '/template?list=public' },
  { name: 'new-template', path: '/template/new' },
  { name: 'template', path: '/template/view/tpl_00000000000000000000000001' },
  { name: 'apps', path: '/appStore' },
  { name: 'app', path: '/appStore/open-webui' },
  { name: 'snapshots', path: '/snapshots' },
  { name: 'reservations', path: '/instance/reservations' },
  { name: 'auto-orders', path: '/instance/auto-orders' },
  { name: 'volumes', path: '/volumes' },
  { name: 'backups', path: '/backups' },
  { name: 'clusters', path: '/clusters' },
  { name: 'render', path: '/render' },
  { name: 'render-jobs', path: '/render/listing' },
  { name: 'model-hub', path: '/model-hub' },
  { name: 'shared-chat-gone', path: '/model-hub/shared/no-such-link' },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'gpus', path: '/dashboard/gpu-info' },
  { name: 'prices', path: '/prices' },
  { name: 'machines', path: '/machines' },
  { name: 'account', path: '/account' },
  { name: 'account-password', path: '/account?section=password' },
  { name: 'account-sign-in-methods', path: '/account?section=sign-in-methods' },
  { name: 'account-sessions', path: '/account?section=sessions' },
  { name: 'account-ssh-keys', path: '/account?section=ssh-keys' },
  { name: 'account-keys', path: '/account?section=keys' },
  { name: 'account-notifications', path: '/account?section=notifications' },
  { name: 'account-wallets', path: '/account?section=wallets' },
  { name: 'billing', path: '/account?section=billing' },
  { name: 'transactions', path: '/account?section=billing&tab=transactions' },
  { name: 'promo-code', path: '/account?section=billing&tab=promo-code' },
  { name: 'spend', path: '/account?section=billing&tab=spend' },
  { name: 'budget', path: '/account?section=billing&tab=budget' },
  { name: 'projects', path: '/account?section=billing&tab=projects' },
  { name: 'cards', path: '/account?section=billing&tab=cards' },
  { name: 'payouts', path: '/account?section=billing&tab=payouts' },
  { name: 'account-activity', path: '/account?section=activity' },
  { name: 'account-your-data', path: '/account?section=your-data' },
  { name: 'token', path: '/token' },
  { name: 'rewards', path: '/rewards' },
  { name: 'affiliate', path: '/dashboard/affiliate' },
  { name: 'mission-rewards', path: '/mission-rewards' },
  { name: 'tier', path: '/mission-rewards?tab=tier' },
  { name: 'leaderboard', path: '/mission-rewards?tab=leaderboard' },
  { name: 'library', path: '/ambassador/library' },
  { name: 'channels', path: '/ambassador/manage' },
  { name: 'calendar', path: '/ambassador/calendar' },
  { name: 'company', path: '/company' },
  { name: 'operator', path: '/operator' },
  { name: 'users', path: '/operator/users' },
  { name: 'access-codes', path: '/operator/access-codes' },
  { name: 'promo-codes', path: '/operator/promo-codes' },
  { name: 'affiliates', path: '/operator/affiliates' },
  { name: 'operator-missions', path: '/operator/missions' },
  { name: 'operator-media', path: '/operator/media' },
  { name: 'ledger-check', path: '/operator/ledger-check' },
  { name: 'all-machines', path: '/operator/machines' },
  { name: 'operator-apps', path: '/operator/apps' },
  { name: 'card-payments', path: '/operator/card-payments' },
  { name: 'operator-invoices', path: '/operator/invoices' },
  { name: 'operator-payouts', path: '/operator/payouts' },
  { name: 'maintenance', path: '/operator/maintenance' },
  { name: 'audit', path: '/operator/audit' },
  { name: 'settings', path: '/operator/settings' },
] as const

test('every screen is accessible and fits, in every look', async ({ page }) => {
  // About five dozen screens, each checked in three looks.
  test.setTimeout(900_000)
  await signIn(page, operator)
  for (const { name, path } of screens) {
    await page.goto(path)
    await settled(page)
    await expectToLookRight(page, name)
  }
  await page.goto('/account?section=keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await expect(page.getByRole('button', { name: 'Create key' })).toBeVisible()
  await expectToLookRight(page, 'account-new-key')
})

for (const { name, ...viewport } of windows) {
  test(`nothing moves when a page with a tour is loaded on a ${name}`, async ({ page }) => {
    await signIn(page, operator)
    await page.setViewportSize(viewport)
    await recordShifts(page)
    for (const path of ['/instance', '/render', '/model-hub', '/machines']) {
      const answered = Promise.withResolvers<void>()
      await page.route('/api/user/details', async (route) => {
        await answered.promise
        await route.continue()
      })
      await page.goto(path)
      // The frame is drawn before the details of the user, who has not dismissed the tour.
      await expect(page.getByRole('status', { name: 'Loading the page' })).toBeVisible()
      await expect(page.locator('header [data-kind=live]')).toBeAttached()
      answered.resolve()
      await expect(page.getByRole('region', { name: /in four steps$/ })).toBeVisible()
      await settled(page)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await layoutShifts(page), path).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
}
