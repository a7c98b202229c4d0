import { expect, type Page, test } from '@playwright/test'
import { codeFor } from './emails.ts'
import { enterAccessCode, enterCode, fillRegistration, submitOnceHuman } from './people.ts'

/** The path that an address ends at, the heading there, and the view of the login modal that opens over it. */
interface Answer {
  at: string
  heading: string | RegExp
  dialog?: string
}

const frontDoor: Answer = { at: '/onboarding', heading: /Per-second GPU and CPU rental/ }
/** A screen that asks to sign in, and leads back afterwards. */
const closed: Answer = { ...frontDoor, dialog: 'Sign in to Gridloom' }
const accessCode = 'Enter your access code'

/** Addresses that respond the same to everybody. */
const open: Record<string, Answer> = {
  '/onboarding': frontDoor,
  '/subreddit-error': { at: '/subreddit-error', heading: /could not be connected/ },
  '/verify': { at: '/verify', heading: 'Invalid or expired link' },
  '/terms-and-conditions': { at: '/terms-and-conditions', heading: 'Terms and conditions' },
  '/blog': { at: '/blog', heading: 'Blog' },
  '/blog/release-notes': { at: '/blog/release-notes', heading: 'Release notes' },
  '/extension': { at: '/extension', heading: 'Browser extension' },
  '/how-to-host': { at: '/how-to-host', heading: 'Host on Ubuntu' },
  '/how-to-host/windows': { at: '/how-to-host/windows', heading: 'Host on Windows' },
  '/how-to-host/mac': { at: '/how-to-host/mac', heading: 'Host on macOS' },
  '/operator/users': frontDoor,
  '/model-hub/shared/no-such-link': {
    at: '/model-hub/shared/no-such-link',
    heading: 'This link no longer works',
  },
  '/no-such-code': frontDoor,
  '/no/such/page': frontDoor,
}

const signedOut: Record<string, Answer> = {
  ...open,
  '/': { at: '/', heading: /GPUs and CPUs by the second/ },
  '/operator/users': closed,
  '/welcome': { at: '/welcome', heading: 'Welcome to Gridloom' },
  '/account': closed,
  '/company': closed,
  '/rewards': closed,
  '/instance': closed,
  '/instance/myinstance': closed,
  '/snapshots': closed,
  '/instance/reservations': closed,
  '/instance/auto-orders': closed,
  '/volumes': closed,
  '/backups': closed,
  '/clusters': closed,
  '/machines': closed,
  '/dashboard': closed,
  '/dashboard/gpu-info': { at: '/dashboard/gpu-info', heading: 'GPUs' },
  '/dashboard/affiliate': closed,
  '/mission-rewards': closed,
  '/ambassador/library': closed,
  '/ambassador/manage': closed,
  '/ambassador/calendar': closed,
  '/prices': { at: '/prices', heading: 'Prices' },
  '/model-hub': { at: '/model-hub', heading: 'Model hub' },
  '/model-hub/org%2Fname': { at: '/model-hub/org%2Fname', heading: 'name' },
  '/render': closed,
  '/render/listing': closed,
  '/test-access': { ...frontDoor, dialog: 'Create your account' },
}

const withoutCode: Record<string, Answer> = {
  ...open,
  '/': { at: '/instance', heading: 'Rent' },
  '/welcome': { at: '/welcome', heading: /^Welcome/ },
  '/account': { at: '/account', heading: 'Profile' },
  '/company': { at: '/company', heading: 'Company' },
  '/instance': { at: '/instance', heading: 'Rent' },
  '/instance/myinstance': {
    at: '/instance/myinstance',
    heading: 'My instances',
    dialog: accessCode,
  },
  '/snapshots': { at: '/snapshots', heading: 'Snapshots', dialog: accessCode },
  '/instance/reservations': {
    at: '/instance/reservations',
    heading: 'Reservations',
    dialog: accessCode,
  },
  '/instance/auto-orders': {
    at: '/instance/auto-orders',
    heading: 'Automatic orders',
    dialog: accessCode,
  },
  '/volumes': { at: '/volumes', heading: 'Volumes', dialog: accessCode },
  '/backups': { at: '/backups', heading: 'Backups', dialog: accessCode },
  '/clusters': { at: '/clusters', heading: 'Clusters', dialog: accessCode },
  '/rewards': { at: '/rewards', heading: 'Rewards' },
  '/model-hub': { at: '/model-hub', heading: 'Model hub' },
  '/machines': { at: '/machines', heading: 'Machines', dialog: accessCode },
  '/dashboard': { at: '/dashboard', heading: 'Dashboard' },
  '/dashboard/gpu-info': { at: '/dashboard/gpu-info', heading: 'GPUs' },
  '/dashboard/affiliate': { at: '/dashboard/affiliate', heading: 'Affiliate' },
  '/mission-rewards': { at: '/mission-rewards', heading: 'Missions' },
  '/ambassador/library': { at: '/ambassador/library', heading: 'Library', dialog: accessCode },
  '/ambassador/manage': { at: '/ambassador/manage', heading: 'Channels' },
  '/ambassador/calendar': { at: '/ambassador/calendar', heading: 'Calendar' },
  '/prices': { at: '/prices', heading: 'Prices' },
}

const withCode: Record<string, Answer> = {
  ...withoutCode,
  '/instance/myinstance': { at: '/instance/myinstance', heading: 'My instances' },
  '/snapshots': { at: '/snapshots', heading: 'Snapshots' },
  '/instance/reservations': { at: '/instance/reservations', heading: 'Reservations' },
  '/instance/auto-orders': { at: '/instance/auto-orders', heading: 'Automatic orders' },
  '/volumes': { at: '/volumes', heading: 'Volumes' },
  '/backups': { at: '/backups', heading: 'Backups' },
  '/clusters': { at: '/clusters', heading: 'Clusters' },
  '/machines': { at: '/machines', heading: 'Machines' },
  '/ambassador/library': { at: '/ambassador/library', heading: 'Library' },
  '/render': { at: '/render', heading: 'Render' },
  '/render/listing': { at: '/render/listing', heading: 'Render jobs' },
  '/render/config/nothing': { at: '/render/config/nothing', heading: 'Configure a render' },
  '/render/process/nothing': { at: '/render/process/nothing', heading: 'Rendering' },
}

test('each address responds as it should: signed out, without an access code, and with one', async ({
  page,
}) => {
  const email = `routes-${Date.now()}@example.com`
  await test.step('signed out', () => answers(page, signedOut))
  await test.step('signed in, without an access code', async () => {
    await page.evaluate(() => localStorage.clear())
    await fillRegistration(page, email)
    await submitOnceHuman(page, 'REGISTER')
    await expect(page).toHaveURL(/\/welcome$/)
    await page.getByRole('button', { name: 'Enter the code' }).click()
    await enterCode(page, await codeFor(email))
    await expect(page.getByRole('dialog')).toBeHidden()
    await answers(page, {
      ...withoutCode,
      '/test-access': { at: '/welcome', heading: /^Welcome/, dialog: accessCode },
    })
  })
  await test.step('signed in, with an access code', async () => {
    await page.goto('/welcome')
    await page.getByRole('button', { name: 'Enter access code' }).click()
    await enterAccessCode(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await answers(page, withCode)
  })
})

async function answers(page: Page, routes: Record<string, Answer>): Promise<void> {
  for (const [from, { at, heading, dialog }] of Object.entries(routes)) {
    await page.goto(from)
    await expect(page, `${from} leads to ${at}`).toHaveURL((url) => url.pathname === at)
    const title = page.getByRole('heading', { level: 1, includeHidden: true })
    await expect(title, from).toHaveText(heading)
    const modal = page.getByRole('dialog')
    if (dialog === undefined) await expect(modal, from).toBeHidden()
    else await expect(modal, from).toContainText(dialog)
  }
}
