import { rm } from 'node:fs/promises'
import { hasBlender, makeScene } from '@gridloom/testkit/rendering/make-scene'
import { expect, type Page, test } from '@playwright/test'
import { register } from './people.ts'
import { aFolder } from './second-agent.ts'

test('an upload resumes after a lost connection and after a page reload', async ({ page }) => {
  test.skip(!hasBlender, 'Blender is not installed')
  const folder = await aFolder('upload')
  const file = await makeScene(folder, { ballastMib: 80 })
  await register(page, `sender-${Date.now()}@example.com`)
  const line = await fragileLine(page)

  await test.step('it continues when the connection is back', async () => {
    line.carry(1)
    await send(page, file)
    await expect(page.getByText('Connection lost')).toBeVisible()
    await expect(page.getByText(/^32(\.0)? MiB of /)).toBeVisible()
    line.carry(1)
    await expect(page.getByText(/^64(\.0)? MiB of /)).toBeVisible()
    // The server has all of them once the next request is sent, and lost.
    await expect(page.getByText('Connection lost')).toBeVisible()
  })
  await test.step('a reloaded page reports the incomplete upload', async () => {
    await page.reload()
    await expect(page.getByText(/is incomplete: 64(\.0)? MiB of/)).toBeVisible()
  })
  await test.step('choosing the same file again resumes where it stopped', async () => {
    const before = line.carried()
    line.carry(10)
    await send(page, file)
    await expect(page).toHaveURL(/\/render\/config\/rnj_/)
    expect(line.carried() - before).toBe(1)
  })
  await rm(folder, { recursive: true, force: true })
})

/** Simulates a connection that carries `carry(n)` requests of 32 MiB, and is then lost until it is called again. */
async function fragileLine(page: Page) {
  let left = 0
  let carried = 0
  await page.route(/\/api\/render\/uploads\/rup_\w+\/bytes$/, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    if (left === 0) return route.abort('internetdisconnected')
    left -= 1
    carried += 1
    return route.continue()
  })
  return {
    carry(requests: number) {
      left = requests
    },
    carried: () => carried,
  }
}

async function send(page: Page, file: string): Promise<void> {
  await page.goto('/render')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Upload .* and configure$/ }).click()
}
