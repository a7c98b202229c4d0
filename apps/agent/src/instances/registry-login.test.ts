import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { sealBox } from '@gridloom/domain/sealed/sealed-box'
import { expect, it } from 'vitest'
import { anInstanceId, aSpec } from '../../test/builders.ts'
import { type FakeMachine, startFakeMachine } from '../../test/fake-machine.ts'
import { sealKeyPath } from '../identity/seal-key.ts'
import { labelNames } from './names.ts'

const image = 'team/model:1'
const password = 'the secret of ada'

it('starts an instance with a private image, and keeps the password nowhere', async () => {
  await using machine = await setup()
  expect(await machine.runReady(await machine.spec())).toMatchObject({ phase: 'running' })
  await machine.restart('end')
  const names = await readdir(machine.dataDir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  expect((await Promise.all(texts)).join('\n')).not.toContain(password)
  const [facts] = await machine.runtime.listContainers(labelNames.spec, machine.signal)
  expect(facts?.labels[labelNames.spec]).toContain('"registry_login":null')
})

it('gives up at once where the registry does not accept the login', async () => {
  await using machine = await setup()
  const report = await machine.runReady(await machine.spec({ password: 'a guess' }))
  expect(report).toMatchObject({ phase: 'failed', reason: { code: 'registry_login_refused' } })
  expect(machine.logged).not.toEqual([])
  expect(inspect(machine.logged, { depth: 20 })).not.toContain('a guess')
})

it('opens no login that was sealed for another instance, and takes one that is sealed again', async () => {
  await using machine = await setup()
  machine.manager.apply(await machine.spec({ place: 'ins_01jd3v8q6f7g8h9jkmnpqrstvx' }))
  const failed = await machine.until(anInstanceId, ({ reason }) => reason !== null)
  expect(failed).toMatchObject({
    phase: 'creating',
    reason: { code: 'registry_login_refused', text: expect.stringContaining('earlier key') },
  })
  expect(await machine.runReady(await machine.spec())).toMatchObject({ phase: 'running' })
})

it('reports another key after its own was lost, and opens what is sealed for that', async () => {
  await using machine = await setup()
  const before = await machine.manager.sealKey()
  await rm(sealKeyPath(machine.dataDir))
  await machine.restart('end')
  expect(await machine.manager.sealKey()).not.toBe(before)
  expect(await machine.runReady(await machine.spec())).toMatchObject({ phase: 'running' })
})

it('does not try an instance again whose keys alone changed, however its login is sealed', async () => {
  await using machine = await setup()
  await machine.runReady(await machine.spec({ password: 'a guess' }))
  const later = await machine.spec({ password: 'a guess' })
  machine.manager.apply({ ...later, generation: 2, authorized_keys: ['ssh-ed25519 A'] })
  await machine.pass(1_000)
  expect(machine.report(anInstanceId)).toMatchObject({ phase: 'failed', observed_generation: 2 })
  expect(machine.reported.filter(({ phase }) => phase === 'pulling')).toHaveLength(1)
})

async function setup() {
  const logged: unknown[] = []
  const write = (...line: unknown[]) => void logged.push(line)
  const log = { info: write, warn: write }
  const machine: FakeMachine = await startFakeMachine({ images: [], log })
  machine.runtime.control.requireLogin(image, { username: 'ada', password })
  const spec = async (given: { password?: string; place?: string } = {}): Promise<InstanceSpec> => {
    const place = given.place ?? anInstanceId
    const key = await machine.manager.sealKey()
    const sealed_password = await sealBox(key, given.password ?? password, place)
    return aSpec({ image, registry_login: { server: '', username: 'ada', sealed_password } })
  }
  return Object.assign(machine, { spec, logged, signal: AbortSignal.timeout(5_000) })
}
