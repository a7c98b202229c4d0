import { expect, it } from 'vitest'
import { startServer } from '../../src/server.ts'
import { signUp } from '../../src/sign-up.ts'
import { aScene, giB } from './quota-rows.ts'

it('takes no file while the disk of the control plane is short, and says so', async () => {
  let freeBytes = 50 * giB
  const readSpace = async () => ({ freeBytes, totalBytes: 100 * giB })
  await using server = await startServer({ readSpace, jobs: 'on' })
  const ada = server.client(await signUp(server, { access: true }))
  const scene = Buffer.alloc(21, 1)
  const begun = await ada.rendering.startUpload({ body: aScene(1, scene.length) })
  if (begun.kind !== 'upload') throw new Error('it is new')
  const params = { id: begun.upload.id }
  const send = () => ada.rendering.sendUpload({ params, offset: 0, bytes: new Uint8Array(scene) })
  freeBytes = giB
  await expect(send()).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  const { parts } = await ada.system.ready()
  expect(parts.disk).toEqual({ ok: true, text: '1 GB free: new files are refused' })
})
