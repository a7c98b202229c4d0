import { expect, type Page, test } from '@playwright/test'
import { codeFor, emailsTo } from './emails.ts'
import { expectToLookRight } from './looks.ts'
import {
  enterAccessCode,
  enterCode,
  fillRegistration,
  operator,
  password,
  refuseOnce,
  register,
  signIn,
  submitOnceHuman,
} from './people.ts'

/** Section 4 of the specification, arrow by arrow, against the real server and the emails it sends. */

/** The account of the last test, registered before the first, as a further email to it has to wait. */
let forgetful: { email: string; emailedAtMs: number }
test.beforeAll(async ({ browser }) => {
  const email = anAddress('forgets')
  const page = await browser.newPage()
  await register(page, email)
  forgetful = { email, emailedAtMs: Date.now() }
  await page.close()
})

test('register → otp → access, and a provider lands on the dashboard', async ({ page }) => {
  const email = anAddress('provider')
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Host a machine' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await submitOnceHuman(page, 'REGISTER')
  await expect(said(page, 'Successfully signed up')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/welcome$/)

  await test.step('an access code requires the verified address first, and is filled in again afterwards', async () => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Enter access code' }).click()
    await enterAccessCode(page)
    await expect(said(page, 'Verify your email address first.')).toBeVisible()
    await enterCode(page, '123')
    await expect(page.getByText('Invalid OTP', { exact: true })).toBeVisible()
    await pasteCode(page, await codeFor(email))
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(said(page, 'Successfully verified')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Access code' })).toHaveValue('test-access')
  })
  await test.step('the access code opens the beta', async () => {
    await page.goto('/welcome')
    await page.getByRole('button', { name: 'Enter access code' }).click()
    await page.getByRole('textbox', { name: 'Access code' }).fill('')
    await page.getByRole('button', { name: 'Enter', exact: true }).click()
    await expect(page.getByText('Access Code is required')).toBeVisible()
    await enterAccessCode(page, 'not-a-code')
    await expect(problem(page, 'This access code is not valid.')).toBeVisible()
    await enterAccessCode(page)
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('form errors appear at their fields, and the human check restarts after a refused sign-in', async ({
  page,
}) => {
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await submitOnceHuman(page, 'ACCESS MY ACCOUNT')
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Email').fill(anAddress('nobody'))
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'ACCESS MY ACCOUNT' }).click()
  await expect(problem(page, 'Incorrect email or password.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeEnabled()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Password', { exact: true }).fill('one password')
  await page.getByLabel('Confirm password', { exact: true }).fill('another')
  await submitOnceHuman(page, 'REGISTER')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
})

test('a link with an access code fills it in, and verifying the email address then opens the beta', async ({
  page,
}) => {
  const email = anAddress('invited')
  await page.goto('/test-access')
  await expect(page.getByLabel('Access code (optional)')).toHaveValue('test-access')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await submitOnceHuman(page, 'REGISTER')
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await enterCode(page, await codeFor(email))
  await expect(said(page, 'Successfully verified')).toBeVisible()
  await page.goto('/machines')
  await expect(page.getByRole('button', { name: 'Add machine' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter access code' })).toHaveCount(0)
})

test('a visitor follows a referral link and signs up, and the affiliate sees both', async ({
  browser,
  page,
}) => {
  await signIn(page, operator)
  await page.goto('/dashboard/affiliate')
  await page.getByRole('textbox', { name: 'Page' }).fill('/prices')
  await page.getByRole('textbox', { name: 'Campaign' }).fill('browser-test')
  const link = (await page.getByRole('region', { name: 'Referral link' }).textContent()) ?? ''
  // The browser of tests names itself as a program, which is not counted.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const context = await browser.newContext({ userAgent })
  const visitor = await context.newPage()
  await visitor.goto(link.trim())
  await expect(visitor).toHaveURL(/\/prices$/)
  const email = anAddress('referred')
  const named = visitor.waitForResponse('**/api/affiliate/referral')
  await register(visitor, email)
  expect((await named).status()).toBe(200)
  await context.close()

  await page.reload()
  const row = page
    .getByRole('table', { name: 'Figures by campaign' })
    .getByRole('row', { name: /browser-test/ })
  await expect(row.getByRole('cell').nth(0)).toHaveText('1')
  await expect(row.getByRole('cell').nth(1)).toHaveText('1')
  const referrals = page.getByRole('table', { name: 'Referrals' })
  await expect(referrals.getByText(/^No\. \d+$/).first()).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expectToLookRight(page, 'affiliate-with-referral')
})

test('signing in or out in one tab does the same in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/onboarding')
  await signIn(page, operator)
  await expect(other.getByRole('link', { name: 'Open dashboard' })).toBeVisible()
  await page.goto('/machines')
  await signOut(page)
  await expect(other.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
})

test('sign-up works with the keyboard alone', async ({ page }) => {
  const email = anAddress('keys')
  await page.goto('/onboarding')
  await tabTo(page, 'Register')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, undefined, 'Password')
  await page.keyboard.type(password)
  await tabTo(page, undefined, 'Confirm password')
  await page.keyboard.type(password)
  await expect(page.getByRole('button', { name: 'REGISTER', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/welcome$/)
  await tabTo(page, 'Enter the code')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused()
  await page.keyboard.type(await codeFor(email))
  await page.keyboard.press('Enter')
  await expect(said(page, 'Successfully verified')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await tabTo(page, 'Enter access code')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Access code' })).toBeFocused()
  await page.keyboard.type('test-access')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('every screen outside the app is accessible and fits, in every look', async ({ page }) => {
  // Fifteen screens, each checked in three looks.
  test.setTimeout(360_000)
  for (const path of [
    '/onboarding',
    '/terms-and-conditions',
    '/subreddit-error?reason=not_moderator',
    '/verify',
    '/verify?problem=account_exists',
    '/verify?confirmed=oidc',
    '/verify?confirming=oidc&problem=other_login',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectToLookRight(page, path.replace(/\W+/g, '-').slice(1))
  }
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeEnabled()
  await expectToLookRight(page, 'login')
  await page.getByRole('button', { name: 'I have an access code' }).click()
  await expectToLookRight(page, 'access')
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expectToLookRight(page, 'forgotEmail')
  await page.getByLabel('Email').fill(anAddress('unknown'))
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeVisible()
  await expectToLookRight(page, 'otp')
  await page.route('**/api/user/verify-otp', (route) =>
    route.fulfill({ json: { status: 'success', data: { token: 'for a look' } } }),
  )
  await enterCode(page, '123456')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expectToLookRight(page, 'forgot')
  await page.unroute('**/api/user/verify-otp')
  const email = anAddress('look')
  await fillRegistration(page, email)
  await expect(page.getByRole('button', { name: 'REGISTER', exact: true })).toBeEnabled()
  await expectToLookRight(page, 'register')
  await page.getByRole('button', { name: 'REGISTER', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Enter the code' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectToLookRight(page, 'welcome')
  await refuseOnce(page, '**/api/user/logins/oidc')
  await page.goto('/account?section=sign-in-methods')
  await page.getByRole('button', { name: 'Connect Acme' }).click()
  await expect(page.getByLabel('Your password', { exact: true })).toBeVisible()
  await expectToLookRight(page, 'confirm')
  await page.keyboard.press('Escape')
  await announce(page)
  await page.goto('/onboarding')
  await expect(page.getByText(/The platform is under maintenance/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible()
  await expectToLookRight(page, 'banners')
})

test('login → forgotEmail → otp → forgot → login with the new password', async ({ page }) => {
  const { email, emailedAtMs } = forgetful
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  const before = (await emailsTo(email)).filter((message) => /^ {4}\d{6}\r?$/m.test(message)).length
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  // One address receives at most one email a minute. The tests before this one took most of it.
  await page.waitForTimeout(Math.max(0, emailedAtMs + emailEveryMs - Date.now()))
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText(/in (60|5\d) s/)).toBeVisible()
  await enterCode(page, '000000')
  await expect(problem(page, 'Invalid OTP. Check the code or request a new one.')).toBeVisible()
  await pasteCode(page, await codeFor(email, before))
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Both password fields are required')).toHaveCount(2)
  await page.getByLabel('New password', { exact: true }).fill('a wholly new password')
  await page.getByLabel('Confirm new password', { exact: true }).fill('another one')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm new password', { exact: true }).fill('a wholly new password')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(said(page, 'Password has been updated successfully!')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a wholly new password')
  await submitOnceHuman(page, 'ACCESS MY ACCOUNT')
  await expect(said(page, 'Successfully signed in')).toBeVisible()
})

const emailEveryMs = 60_000

function anAddress(name: string): string {
  return `${name}-${Date.now()}@example.com`
}

/** A toast with this text. */
function said(page: Page, text: string) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}

/** An error above the button of the open form. */
function problem(page: Page, text: string) {
  return page.getByRole('dialog').getByRole('alert').getByText(text, { exact: true })
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/machines')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeVisible()
}

/** Fills all boxes at once, as a paste does. */
async function pasteCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    clipboardData.setData('text/plain', text)
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, code)
}

/** Presses Tab until the button or field with that name has the focus. */
async function tabTo(page: Page, button: string | undefined, field?: string): Promise<void> {
  const wanted =
    button === undefined
      ? page.getByLabel(field ?? '', { exact: true })
      : page.getByRole('button', { name: button, exact: true })
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${button ?? field}`)
}

/** Serves an announcement of each level and a health check that reports maintenance. */
async function announce(page: Page): Promise<void> {
  const texts = {
    info: 'New machines have joined.',
    warning: 'Prices change on Monday, for everything that is ordered from then on.',
  }
  const announcements = Object.entries(texts).map(([level, text], at) => ({
    id: `ann_0000000000000000000000000${at}`,
    level,
    text,
    starts_at: '2026-11-21T07:00:00.000Z',
    ends_at: null,
  }))
  await page.route('**/api/announcements', (route) =>
    route.fulfill({ json: { status: 'success', data: announcements } }),
  )
  await page.route('**/api/health', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', code: 'under_maintenance', error: '' } }),
  )
}
