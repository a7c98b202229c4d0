import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasBlender, makeScene, renderBare } from '@gridloom/testkit/rendering/make-scene'
import { picturesInFolder, picturesInZip } from '@gridloom/testkit/rendering/pictures-of'
import { type Download, expect, type Page, test } from '@playwright/test'
import { register } from './people.ts'
import { aFolder, startSecondAgent } from './second-agent.ts'

const frames = 16

/**
 * A real animated scene, from the browser to finished frames: real Blender on two agents, one of which is killed. The
 * downloaded frames equal a local render in every pixel.
 */
test('a renter renders an animation on two machines, one of which dies', async ({ page }) => {
  test.skip(!hasBlender, 'Blender is not installed')
  test.setTimeout(600_000)
  const folder = await aFolder('render')
  const file = await makeScene(folder, { frames, width: 96, height: 54, samples: 192 })
  const bare = path.join(folder, 'bare')
  await renderBare(file, bare)
  await register(page, `artist-${Date.now()}@example.com`)
  await using second = await startSecondAgent(page)

  await test.step('its scene details are shown before a byte is sent', async () => {
    await page.goto('/render')
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('Nothing has been uploaded yet', { exact: false })).toBeVisible()
    await expect(page.getByText('Cycles').first()).toBeVisible()
    await expect(page.getByText('96 × 54').first()).toBeVisible()
  })
  await test.step('it is uploaded, and a test frame is rendered', async () => {
    await page.getByRole('button', { name: /^Upload .* and configure$/ }).click()
    await expect(page).toHaveURL(/\/render\/config\/rnj_/)
    await page.getByRole('button', { name: /^Render a test frame/ }).click()
    await expect(page.getByRole('img', { name: /^Test frame \d+$/ })).toBeVisible({
      timeout: 60_000,
    })
  })
  await test.step('it is started within a budget', async () => {
    await page.getByLabel('Maximum budget').fill('0.50')
    await page.getByRole('button', { name: 'Render 16 frames for at most $0.50' }).click()
    await expect(page).toHaveURL(/\/render\/process\/rnj_/)
  })
  await test.step('it is paused and resumed', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(page.getByText('Rendering', { exact: true }).first()).toBeVisible()
  })
  await test.step('one machine dies, and all frames are still delivered', async () => {
    await page.getByRole('tab', { name: 'Machines' }).click()
    const lane = page.getByRole('list', { name: 'Machines' }).getByText('second', { exact: true })
    await expect(lane).toBeVisible({ timeout: 60_000 })
    await second.kill()
    await page.getByRole('tab', { name: 'Frames' }).click()
    await expect(frame(page, 'done')).toHaveCount(frames, { timeout: 120_000 })
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  })
  await test.step('every frame equals a local render', async () => {
    const zip = await download(page, 'All frames as zip')
    const got = await picturesInZip(new Uint8Array(await readFile(await zip.path())))
    expect(got).toEqual(await picturesInFolder(bare))
  })
  await test.step('the frames download as an MP4 video', async () => {
    const video = await download(page, 'Video as MP4')
    expect(video.suggestedFilename()).toMatch(/\.mp4$/)
    const head = (await readFile(await video.path())).subarray(4, 8).toString('latin1')
    expect(head).toBe('ftyp')
  })
  await test.step('the frames download as a WebM video', async () => {
    const video = await download(page, 'Video as WebM')
    const head = (await readFile(await video.path())).subarray(0, 4).toString('hex')
    expect(head).toBe('1a45dfa3')
  })
  await test.step('the machine comes back, and a rejected frame is rendered again elsewhere', async () => {
    await frame(page, 'done').first().click()
    const viewer = page.getByRole('dialog')
    const maker = viewer.getByText('Machine', { exact: true }).locator('xpath=following-sibling::*')
    const first = await maker.textContent()
    if (first !== 'second') second.restart()
    await viewer.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByRole('button', { name: 'Render it again elsewhere' }).click()
    await expect(viewer.getByText('rejected', { exact: false }).first()).toBeVisible()
    await expect(maker).not.toHaveText(first ?? '', { timeout: 60_000 })
    await expect(viewer.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
    await viewer.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(viewer.getByText('approved', { exact: false }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(frame(page, 'done')).toHaveCount(frames)
  })
  await test.step('the receipt matches the amount charged', async () => {
    await page.getByRole('tab', { name: 'Receipt' }).click()
    await expect(page.getByText(/matches the amount charged/).first()).toBeVisible()
  })
  await rm(folder, { recursive: true, force: true })
})

function frame(page: Page, state: string) {
  return page.getByRole('button', { name: new RegExp(`^Frame \\d+, ${state}`) })
}

async function download(page: Page, kind: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return file
}
