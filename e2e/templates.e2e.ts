import { expect, type Page, test } from '@playwright/test'
import { register } from './people.ts'
import { destroy, rent } from './renting.ts'

/** The whole way of a template: made by one user, shared by its code, and rented and changed by another. */
test('a template is made, shared by its code, copied, started on this machine, and gets a second version', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const name = `Lab ${Date.now()}`
  await register(page, `author-${Date.now()}@example.com`)
  await test.step('its author fills it in', () => create(page, name))
  const code = await test.step('and shares its code', () => shareCode(page, name))

  const context = await browser.newContext()
  const reader = await context.newPage()
  await register(reader, `reader-${Date.now()}@example.com`)
  await test.step('somebody else copies it by the code', async () => {
    await reader.goto('/template')
    await reader.getByRole('button', { name: 'Import' }).first().click()
    await reader.getByLabel('Code or link').fill(code)
    await reader.getByRole('button', { name: 'Find template' }).click()
    await expect(reader.getByRole('dialog').getByRole('status')).toContainText(name)
    await reader.getByRole('button', { name: 'Copy to my templates' }).click()
    await expect(reader.getByRole('heading', { name })).toBeVisible()
  })
  await test.step('rents it, and it has its options, environment and script', async () => {
    await rent(reader, name, 'lab')
    await reader.getByRole('tab', { name: 'Logs' }).click()
    await expect(reader.getByText('host lab, shm 32.0M, mode train')).toBeVisible()
  })
  const instance = reader.url()
  await test.step('changes it, which makes a second version', async () => {
    await reader.goto('/template')
    await reader.getByRole('link', { name, exact: true }).click()
    await reader.getByRole('link', { name: 'Edit' }).click()
    await reader.getByRole('textbox', { name: 'Description' }).fill('Another text.')
    await reader.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(reader.getByText('Version 2, saved')).toBeVisible()
  })
  await test.step('the instance keeps the version that it was ordered with', async () => {
    await reader.goto(instance)
    await reader.getByRole('tab', { name: 'Overview' }).click()
    await expect(reader.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect(reader.getByRole('main').getByText('v1', { exact: true })).toBeVisible()
    await destroy(reader)
  })
  await context.close()
})

async function create(page: Page, name: string): Promise<void> {
  await page.goto('/template')
  await page.getByRole('link', { name: 'New template' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Description' }).fill('Says what it was given.')
  await page.getByRole('textbox', { name: 'Image', exact: true }).fill('gridloom/base:latest')
  await page.getByRole('textbox', { name: 'Start script' }).click()
  await page.keyboard.type(
    'echo "host $(hostname), shm $(df -h /dev/shm | awk \'NR==2 {print $2}\'), mode $MODE"',
  )
  await page
    .getByRole('textbox', { name: 'Docker options' })
    .fill('--shm-size 32m -h lab -e MODE=train')
  await expect(page.getByText('Shared memory 32 MiB')).toBeVisible()
  await page.getByRole('button', { name: 'Create template' }).click()
  await expect(page.getByText('Version 1, saved')).toBeVisible()
}

async function shareCode(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const code = page.getByRole('dialog').getByText(/^[0-9a-hjkmnp-tv-z]{16}$/)
  return (await code.textContent()) ?? ''
}
