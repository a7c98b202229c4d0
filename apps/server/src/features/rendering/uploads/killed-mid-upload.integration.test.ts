import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { createProcesses } from '@gridloom/testkit/processes'
import { signUp } from '@gridloom/testkit/sign-up'
import { expect, it } from 'vitest'
import { announce, aScene, begin, patchSlowly, send } from '../../../../test/scenes.ts'

it('loses at most one block when the control plane is killed, and resumes after its restart', {
  timeout: 120_000,
}, async () => {
  await using site = await setup()
  const { processes, client, token, content } = site
  const { url } = processes
  const upload = await begin(client, content)
  const sent = content.subarray(0, hashBlockBytes + 500_000)
  const sending = patchSlowly({ url, token, upload, content: sent })
  await site.until(async () => {
    const { received_bytes } = await client.rendering.readUpload({ params: upload })
    return received_bytes >= hashBlockBytes
  })
  await processes.kill('server')
  await expect(sending.answer).rejects.toThrow()
  await processes.startServer()
  const again = await begin(client, content)
  expect(again).toMatchObject({ id: upload.id, received_bytes: hashBlockBytes })
  const retryDelays = Array.from({ length: 60 }, () => 250)
  const offsets = await send({ url, token, upload, content, retryDelays })
  expect(Math.min(...offsets)).toBe(hashBlockBytes)
  const scene = await client.rendering.finishUpload({ params: upload })
  expect(scene).toMatchObject({ size_bytes: content.length, contents: { kind: 'zip' } })
  const held = await client.rendering.startUpload({ body: announce(content) })
  expect(held.kind).toBe('held')
})

async function setup() {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-killed-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = opened.use(await createProcesses(folder))
  await processes.startServer()
  const token = await signUp(processes, { access: true })
  const open = opened.move()
  return {
    processes,
    token,
    client: processes.client(token),
    content: await aScene({ assetBytes: 2 * hashBlockBytes }),
    async until(isThere: () => Promise<boolean>) {
      while (!(await isThere()));
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
