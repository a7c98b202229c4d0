import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEngineStandIn } from '../../../../test/engine-stand-in.ts'
import { createSeccompOption } from './option.ts'

it("gives Podman the path of one file in the agent's folder, which its service sees too", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-seccomp-test-'))
  const Components = [{ Name: 'Podman Engine', Version: '4.3.1' }]
  const version = { json: { Version: '4.3.1', ApiVersion: '1.41', Components } }
  await using engine = await startEngineStandIn({ 'GET /version': [version, version] })
  const path = join(folder, 'seccomp.json')
  // As when one agent starts after the other.
  for (const _ of [1, 2]) {
    expect(await createSeccompOption(engine.api, folder)()).toBe(`seccomp=${path}`)
  }
  expect(await readdir(folder)).toEqual(['seccomp.json'])
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    defaultAction: 'SCMP_ACT_ERRNO',
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
