import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { register } from './people.ts'

test('a second machine joins with the one command that the page shows', async ({ page }) => {
  await register(page, `host-${Date.now()}@example.com`)
  await page.goto('/machines')
  await page.getByRole('button', { name: 'Enrol a machine' }).first().click()
  const dialog = page.getByRole('dialog')
  const line = await dialog
    .getByText(/script\/agent run --server/)
    .first()
    .textContent()

  const data = await mkdtemp(path.join(tmpdir(), 'gridloom-second-'))
  const [program = '', ...words] = (line ?? '').replaceAll('$ ', '').trim().split(/\s+/)
  const agent = spawn(program, [...words, '--data', data, '--name', 'second'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => agent.once('exit', resolve))
  try {
    await expect(dialog.getByText('second').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByText('second', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText('Online', { exact: true })).toBeVisible()
  } finally {
    agent.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
})
