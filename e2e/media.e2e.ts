import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { expectToLookRight } from './looks.ts'
import { operator, signIn } from './people.ts'

/** A video of six seconds, as a camera would deliver it. */
function aVideo(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'gridloom-video-')), 'tour.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=6']
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', file])
  return file
}

test('the operator publishes a video, and an ambassador plays and shares it', async ({ page }) => {
  await signIn(page, operator)
  await page.goto('/operator/media')
  await page.getByRole('button', { name: 'New media' }).click()
  const form = page.getByRole('dialog', { name: 'New media' })
  await form.getByLabel('Title').fill('GPU tour')
  await form.getByLabel('Details').fill('A GPU in a minute: choose one, start it, and work on it.')
  await form.getByRole('button', { name: 'Create media' }).click()
  await expect(form).toBeHidden()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file of GPU tour' }).click()
  await (await choosing).setFiles(aVideo())
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Publish GPU tour' }).click()
  await expect(page.getByRole('button', { name: 'Archive GPU tour' })).toBeVisible()
  await expectToLookRight(page, 'operator-media-with-video')

  await page.goto('/ambassador/library')
  await expect(page.getByText('0:06')).toBeVisible()
  await expectToLookRight(page, 'library-with-video')
  await page.getByRole('link', { name: /GPU tour/ }).click()
  await expect(page.getByLabel('Post', { exact: true })).toHaveValue(/A GPU in a minute.*\nhttp/s)
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.5)
  await page.getByLabel('Address of your post').fill('https://bsky.app/profile/ada.example/post/1')
  await page.getByRole('button', { name: 'Add post' }).click()
  await expect(
    page.getByRole('link', { name: 'bsky.app/profile/ada.example/post/1' }),
  ).toBeVisible()
  await expectToLookRight(page, 'library-video')
})
