import { expect, type Page, test } from '@playwright/test'
import { register } from './people.ts'
import { destroy, rent, state } from './renting.ts'

/**
 * The main job, by hand: from sign-up through a rented container on this machine to the receipt.
 * Real server, real database, real agent, real containers.
 */
test('a renter rents this machine, works in its shell, stops it, and gets a receipt that matches the ledger', async ({
  page,
}) => {
  await register(page, `renter-${Date.now()}@example.com`)
  await rent(page, 'Web server', 'loop')

  await test.step('its log lines appear', async () => {
    await page.getByRole('tab', { name: 'Logs' }).click()
    await expect(page.getByText('Serving /srv/www on port 8080')).toBeVisible()
  })
  await test.step('its shell responds, and resumes after a reload', async () => {
    await page.getByRole('tab', { name: 'Terminal' }).click()
    await typeInTerminal(page, 'export MARK=still-here; echo ready-$((40+2))')
    await expect(terminal(page)).toContainText('ready-42')
    await page.reload()
    await expect(page.getByText('Resumed')).toBeVisible()
    await typeInTerminal(page, 'echo $MARK-$((1+1))')
    await expect(terminal(page)).toContainText('still-here-2')
  })
  await test.step('a command runs and its exit code is shown', async () => {
    await page.getByRole('tab', { name: 'Exec' }).click()
    await page.getByLabel('Command', { exact: true }).fill('echo from-exec; exit 3')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('from-exec', { exact: true })).toBeVisible()
    await expect(page.getByText(/exit code 3/i).first()).toBeVisible()
  })
  await test.step('its load is plotted', async () => {
    await page.getByRole('tab', { name: 'Metrics' }).click()
    await expect(page.locator('canvas').first()).toBeVisible()
  })
  await test.step('it stops', async () => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(state(page, 'Stopped')).toBeVisible()
  })
  await test.step('it is destroyed after confirmation', async () => {
    await destroy(page)
  })
  await test.step('its receipt matches the ledger', async () => {
    await page.getByRole('tab', { name: 'Receipt' }).click()
    await expect(page.getByText(/Matches the ledger/).first()).toBeVisible()
  })
  await test.step('its hold is released', async () => {
    await page.goto('/account?section=billing&tab=transactions')
    await page.getByRole('switch', { name: 'Show holds' }).check({ force: true })
    await page.getByText('All', { exact: true }).click()
    await expect(page.getByText('Hold released', { exact: false }).first()).toBeVisible()
  })
})

function terminal(page: Page) {
  return page.locator('.xterm-rows')
}

async function typeInTerminal(page: Page, line: string): Promise<void> {
  await expect(page.getByText(/^(Open|Resumed)$/)).toBeVisible()
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type(`${line}\n`)
}
