import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAccount } from '@gridloom/testkit/open-account'
import { startS3StandIn } from '@gridloom/testkit/s3-stand-in'
import { startServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'
import { announce, aScene, begin, patchSlowly, send } from '../../../../test/scenes.ts'
import { readConfig } from '../../../config.ts'
import { fileKeys } from '../file-keys.ts'

it('resumes on another replica that shares only the object store', async () => {
  await using site = await setup()
  const { first, second, token, content, store } = site
  const upload = await begin(first.client(token), content)
  const sending = patchSlowly({ url: first.url, token, upload, content: content.subarray(0, 9e6) })
  await site.until(() => [...store.objects.keys()].length > 0)
  await first[Symbol.asyncDispose]()
  await expect(sending.answer).rejects.toThrow()

  const client = second.client(token)
  const retryDelays = Array.from({ length: 60 }, () => 100)
  const offsets = await send({ url: second.url, token, upload, content, retryDelays })
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(8 * 1024 ** 2)
  const scene = await client.rendering.finishUpload({ params: { id: upload.id } })
  expect(store.objects.get(fileKeys.scene(scene.id))?.equals(content)).toBe(true)
  expect([...store.objects.keys()]).toEqual([fileKeys.scene(scene.id)])
  expect(store.openUploads.size).toBe(0)
  expect(await readdir(path.join(site.folder, 'second', 'scratch'))).toEqual([])

  const held = await client.rendering.startUpload({ body: announce(content) })
  expect(held.kind).toBe('held')
  await client.rendering.removeScene({ params: { id: scene.id } })
  expect(store.objects.size).toBe(0)
})

async function setup() {
  await using opened = new AsyncDisposableStack()
  const store = opened.use(await startS3StandIn())
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-replicas-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const { s3 } = readConfig({ S3_URL: store.url }, [])
  const replica = (name: string, over: { databaseUrl?: string } = {}) =>
    startServer({ ...over, config: { s3, dataFolder: path.join(folder, name) } })
  const second = opened.use(await replica('second'))
  const first = await replica('first', { databaseUrl: second.container.databaseUrl })
  const token = await openAccount(second, { access: true })
  const open = opened.move()
  return {
    store,
    folder,
    first,
    second,
    token,
    content: await aScene(),
    async until(isThere: () => boolean) {
      while (!isThere()) await new Promise((resolve) => setImmediate(resolve))
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
