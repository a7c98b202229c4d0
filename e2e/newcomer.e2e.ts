import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { blender } from '@gridloom/testkit/rendering/make-scene'
import { expect, type Page, test } from '@playwright/test'
import { codeFor } from './emails.ts'
import { type WornLook, wear } from './looks.ts'
import {
  enterAccessCode,
  enterCode,
  fillRegistration,
  operator,
  signIn,
  submitOnceHuman,
} from './people.ts'
import { destroy, firstOffer, state } from './renting.ts'

/** The folder for the pictures; without it nothing is photographed. See docs/how-to/photograph-the-first-steps.md. */
const folder = process.env.GRIDLOOM_NEWCOMER
const question = 'Explain rendering in one sentence.'
const weave = path.join(import.meta.dirname, '../apps/web/src/features/landing/weave.py')

/** From the start page to the first shell, the first frame and the first answer, each step in three looks. */
test('a newcomer’s first steps', async ({ browser, page }) => {
  test.skip(folder === undefined, 'GRIDLOOM_NEWCOMER names no folder')
  test.setTimeout(900_000)
  const email = 'ada@example.com'

  await test.step('the start page', async () => {
    await page.goto('/')
    await photograph(page, 'start', async () => {
      // A document without the app: it reads the theme when it is opened.
      await page.reload()
      await expect(page.getByText(/^Measured on this server/)).toBeVisible()
      // Its recorded render is half done.
      await page.waitForTimeout(5_000)
    })
  })
  await test.step('registration', async () => {
    await page.getByRole('link', { name: 'Get started' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await photograph(page, 'onboarding')
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await fillRegistration(page, email)
    await expect(page.getByRole('button', { name: 'REGISTER', exact: true })).toBeEnabled()
    await photograph(page, 'register')
    await submitOnceHuman(page, 'REGISTER')
    await expect(page).toHaveURL(/\/welcome$/)
    await page.getByRole('button', { name: 'Enter the code' }).click()
    await photograph(page, 'code')
    await enterCode(page, await codeFor(email))
    await page.getByRole('button', { name: 'Enter access code' }).click()
    await photograph(page, 'access')
    await enterAccessCode(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await photograph(page, 'welcome')
  })
  await test.step('the first shell', async () => {
    await page.goto('/instance')
    await expect(firstOffer(page)).toBeVisible()
    await photograph(page, 'offers')
    await firstOffer(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Shell/ }).check()
    await dialog.getByLabel('Label').fill('first-shell')
    await expect(dialog.getByRole('button', { name: /^Rent for \$/ })).toBeEnabled()
    await photograph(page, 'rent')
    await dialog.getByRole('button', { name: /^Rent for \$/ }).click()
    await expect(page).toHaveURL(/\/instance\/myinstance\/ins_/)
    await expect(state(page, 'Ready')).toBeVisible({ timeout: 120_000 })
    await page.getByRole('tab', { name: 'Terminal' }).click()
    await type(page, 'cat /etc/os-release | head -3; nproc; echo "hello from $(hostname)"')
    await expect(page.locator('.xterm-rows')).toContainText('hello from')
    await expect(page.getByText(/^CPU [\d.]+ %$/)).toBeVisible()
    await photograph(page, 'shell')
    await type(page, 'timeout 60 sha256sum /dev/zero')
    await page.getByRole('tab', { name: 'Overview' }).click()
    const curve = page.getByRole('img', { name: /^CPU, last 15 minutes/ }).locator('polyline')
    await expect(curve).toHaveAttribute('points', /^(\S+ ){5}/, { timeout: 120_000 })
    await photograph(page, 'instance')
    // Rented machines render nothing.
    await destroy(page)
    await page.getByRole('tab', { name: 'Receipt' }).click()
    await expect(page.getByText(/Matches the ledger/).first()).toBeVisible()
    await photograph(page, 'receipt')
  })
  await test.step('the first frame', async () => {
    const file = test.info().outputPath('weave.blend')
    await promisify(execFile)(blender, ['-b', '--python', weave, '--', file])
    await page.goto('/render')
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('Cycles').first()).toBeVisible()
    await photograph(page, 'scene')
    await page.getByRole('button', { name: /^Upload .* and configure$/ }).click()
    await expect(page).toHaveURL(/\/render\/config\/rnj_/)
    await page.getByLabel('Percentage').fill('50')
    await page.getByLabel('Samples').fill('24')
    await page.getByRole('button', { name: /^Render a test frame/ }).click()
    await expect(page.getByRole('img', { name: /^Test frame \d+$/ })).toBeVisible({
      timeout: 180_000,
    })
    await page.getByLabel('Maximum budget').fill('0.50')
    await page.evaluate(() => scrollTo(0, 0))
    await photograph(page, 'render-settings')
    await page.getByRole('button', { name: /^Render 1 frame/ }).click()
    await expect(page).toHaveURL(/\/render\/process\/rnj_/)
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({
      timeout: 300_000,
    })
    await page.getByRole('button', { name: /^Frame \d+, done/ }).click()
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
    await photograph(page, 'frame')
  })
  await test.step('the first answer', async () => {
    await page.goto('/model-hub')
    const row = page.getByRole('row').filter({ hasText: 'SmolLM2' })
    await expect(row).toContainText('machine')
    await photograph(page, 'models')
    await row.getByRole('link', { name: /^Chat with/ }).click()
    // The same answer each time.
    await page.getByRole('button', { name: 'Parameters' }).click()
    await page.getByLabel('Temperature').fill('0.3')
    await page.getByLabel('Seed').fill('1')
    await page.getByRole('button', { name: 'Save parameters' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('textbox', { name: 'Your prompt' }).fill(question)
    await page.keyboard.press('Enter')
    const statistics = page.getByRole('list', { name: 'Answer statistics' })
    await expect(statistics).toContainText(/\$0\.\d+/, { timeout: 120_000 })
    await photograph(page, 'answer')
    await page.goto('/model-hub')
    await row.getByRole('button', { name: /^SmolLM2/ }).click()
    const speeds = page.getByRole('dialog').getByText(/^\d+ tok\/s$/)
    await expect(speeds.first()).toBeVisible()
    await photograph(page, 'model')
  })
  await test.step('the bill', async () => {
    await page.goto('/account?section=billing')
    await expect(page.getByText('Rendering').first()).toBeVisible()
    await photograph(page, 'bill')
  })
  await test.step('the machine, as its owner sees it', async () => {
    const owner = await browser.newPage()
    await signIn(owner, operator)
    await owner.goto('/machines')
    await owner.getByRole('main').getByRole('link').first().click()
    await expect(owner).toHaveURL(/\/machines\/mch_/)
    await expect(owner.getByText('Earned so far')).toBeVisible()
    await photograph(owner, 'machine')
    await owner.close()
  })
})

async function type(page: Page, line: string): Promise<void> {
  await expect(page.getByText(/^(Open|Resumed)$/)).toBeVisible()
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type(`${line}\n`)
}

let taken = 0

/** Stores the screen light, dark and on a phone, as `01-start-light.webp`. */
async function photograph(page: Page, name: string, reopen?: () => Promise<void>): Promise<void> {
  taken += 1
  // Messages about earlier steps go by themselves.
  await expect(page.getByRole('button', { name: 'Dismiss message' })).toHaveCount(0)
  const number = String(taken).padStart(2, '0')
  for (const look of newcomerLooks) {
    if (reopen === undefined) await wear(page, look)
    else {
      await page.setViewportSize(look)
      await page.evaluate((theme) => localStorage.setItem('theme', theme), look.theme)
      await reopen()
    }
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // Charts and dialogs move to their place for a moment.
    await page.waitForTimeout(600)
    await store(page, `${number}-${name}-${look.name}.webp`)
  }
  if (reopen === undefined) await wear(page, newcomerLooks[0])
  else await page.setViewportSize(newcomerLooks[0])
}

const newcomerLooks: readonly [WornLook, ...WornLook[]] = [
  { name: 'light', theme: 'light', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', width: 360, height: 780 },
]

/** WebP, a third as large as PNG; Playwright itself has no such format. */
async function store(page: Page, file: string): Promise<void> {
  if (folder === undefined) return
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await session.detach()
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, file), Buffer.from(data, 'base64'))
}
