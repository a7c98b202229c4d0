import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { register } from './people.ts'

const run = promisify(execFile)

test('a second machine joins with the one command that the page shows', async ({ page }) => {
  await register(page, `host-${Date.now()}@example.com`)
  await page.goto('/machines')
  await page.getByRole('button', { name: 'Add machine' }).first().click()
  const dialog = page.getByRole('dialog')
  const line = await dialog
    .getByText(/install\.sh \| sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --/)
    .first()
    .textContent()

  const dir = await mkdtemp(path.join(tmpdir(), 'gridloom-second-'))
  // As a user would run it, but in a separate folder, without a service, and as a separate computer.
  const command = (line ?? '')
    .replaceAll('$ ', '')
    .replace(/sudo --\S+ /, '')
    .trim()
  await run('sh', ['-c', `${command} --dir '${dir}' --name second --no-service`], {
    env: { ...process.env, GRIDLOOM_COMPUTER: dir },
  })
  const agent = spawn(path.join(dir, 'gridloom-agent'), ['run'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => agent.once('exit', resolve))
  try {
    await expect(dialog.getByText('second').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByText('second', { exact: true })).toBeVisible()
    // Online, with or without warnings: this computer may lack isolation features that are not essential.
    await expect(page.getByRole('main').getByText('1 of 1', { exact: true })).toBeVisible()
  } finally {
    agent.kill('SIGTERM')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
})
