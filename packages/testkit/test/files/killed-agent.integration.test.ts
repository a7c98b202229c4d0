import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createFastClock } from '@gridloom/async/test-clock'
import { downloadInstanceFile, uploadInstanceFile } from '@gridloom/client/instance-files'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freshDatabase } from '../../src/cluster.ts'
import { anOrder } from '../../src/order.ts'
import { createWorld, eventually, type World } from '../chaos/world.ts'
import { execute } from '../using-instances.ts'

const mib = 1024 * 1024
const limitMs = 120_000

let world: World
let id: InstanceId
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  const database = opened.use(await freshDatabase(inject('clusterUrl')))
  world = opened.use(await createWorld({ DATABASE_URL: database.url }))
  // An instance that is created before its machine has the toolbox has none.
  await eventually(async () => {
    const log = await readFile(path.join(world.processes.folder, 'agent.log'), 'utf8')
    return log.includes('toolbox.updated') ? true : undefined
  })
  const body = anOrder(world.offerId, { label: 'box', disk_gb: 2 })
  id = (await world.renter.instances.order({ body })).instance.id
  await untilState('running')
}, limitMs)
afterAll(() => opened.disposeAsync())

it(
  'an upload whose agent is killed is told of it, resumes, and is never half under its name',
  async () => {
    const content = randomBytes(24 * mib)
    const upload = randomBytes(16).toString('hex')
    const half = Promise.withResolvers<void>()
    const seen: number[] = []
    const sending = uploadInstanceFile(world.renter, {
      ...{ id, upload, stepBytes: mib, ...transfer() },
      finish: { path: '/up.bin', size_bytes: content.length, replace: false },
      read: async (from, bytes) => content.subarray(from, from + bytes),
      onBytes: (bytes) => {
        seen.push(bytes)
        if (bytes >= 8 * mib) half.resolve()
      },
    })
    await half.promise
    await killed()
    expect(inContainer('ls /up.bin')).toBe('')
    const before = seen.length
    await world.processes.startAgent()
    expect(await sending).toMatchObject({ name: 'up.bin', size_bytes: content.length })
    // It went on where its bytes ended.
    expect(Math.min(...seen.slice(before))).toBeGreaterThanOrEqual(8 * mib)
    expect(await sh('md5sum < /up.bin; ls -a / | grep gridloom-upload || true')).toBe(
      `${md5(content)}  -\n`,
    )
  },
  limitMs,
)

it(
  'a download whose agent is killed breaks off, and resumes byte for byte',
  async () => {
    await sh('mkdir -p /big && head -c 134217728 /dev/urandom > /big/f')
    const sum = await sh('md5sum < /big/f')
    const { renter } = world
    const query = { path: '/big/f' }
    const version = await renter.files.entry({ params: { id }, query })
    // Whoever does not resume must not take what came for the whole.
    const plain = await renter.files.read({ params: { id }, query })
    const zip = await renter.files.archive({
      params: { id },
      query: { path: '/big', format: 'zip' },
    })
    const pieces = downloadInstanceFile(renter, {
      ...{ id, path: '/big/f', from: 0, version, ...transfer() },
      onBytes: () => {},
    })
    const hash = createHash('md5')
    let [bytes, isKilled] = [0, false]
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      if (isKilled || bytes < 8 * mib) continue
      isKilled = true
      await killed()
      await expect(plain.arrayBuffer()).rejects.toThrow()
      await expect(zip.arrayBuffer()).rejects.toThrow()
      await world.processes.startAgent()
    }
    expect([bytes, `${hash.digest('hex')}  -\n`]).toEqual([version.size_bytes, sum])
  },
  limitMs,
)

it(
  'an upload to a stopped instance whose agent is killed resumes, and the disk is closed first',
  async () => {
    await world.renter.instances.stop({ params: { id } })
    await untilState('stopped')
    const content = randomBytes(3 * mib)
    const params = { id, upload: randomBytes(16).toString('hex') }
    const query = { path: '/stopped.bin', size_bytes: content.length }
    const send = (offset: number, part: Buffer) =>
      world.renter.files.sendUpload({ params, query, offset, bytes: new Uint8Array(part) })
    await send(0, content.subarray(0, 2 * mib))
    expect(openDisks()).toHaveLength(1)
    await killed()
    await world.processes.startAgent()
    await eventually(async () => (openDisks().length === 0 ? true : undefined))
    await eventually(() => send(2 * mib, content.subarray(2 * mib)))
    // Killed once more, with the disk open: it is closed before the instance has it.
    await killed()
    await world.processes.startAgent()
    await eventually(() => world.renter.instances.start({ params: { id } }))
    await untilState('running')
    expect(openDisks()).toEqual([])
    expect(await sh('ls /stopped.bin || true')).toBe('')
    const body = { path: '/stopped.bin', size_bytes: content.length }
    await world.renter.files.finishUpload({ params, body })
    expect(await sh('md5sum < /stopped.bin')).toBe(`${md5(content)}  -\n`)
  },
  limitMs,
)

/** Kills the agent, and waits until a call says that the machine is offline. */
async function killed(): Promise<void> {
  await world.processes.kill('agent')
  await eventually(async () => {
    const query = { path: '/' }
    const answer = await world.renter.files
      .list({ params: { id }, query })
      .then(() => 'listed', codeOf)
    return answer === 'machine_offline' ? true : undefined
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** As programs of users transfer; their pauses between tries are shorter. */
function transfer() {
  return {
    clock: createFastClock(4),
    random: () => 0.5,
    signal: new AbortController().signal,
  }
}

async function untilState(state: 'running' | 'stopped'): Promise<void> {
  await eventually(async () => {
    const found = await world.renter.instances.read({ params: { id } })
    return found.state === state && (state === 'stopped' || found.ready) ? found : undefined
  })
}

async function sh(script: string): Promise<string> {
  const { exitCode, stdout, stderr } = await execute(world.renter, id, ['sh', '-ec', script])
  if (exitCode !== 0) throw new Error(`${script}: ${stderr}`)
  return stdout
}

/** Runs a script in the container without the agent. */
function inContainer(script: string): string {
  const words = ['exec', `gridloom-${id}`, 'sh', '-c', script]
  return String(spawnSync('docker', words).stdout)
}

/** The helpers that have disks of stopped instances open. */
function openDisks(): string[] {
  const filters = [world.label, 'gridloom.disk_of'].flatMap((of) => ['--filter', `label=${of}`])
  const { stdout } = spawnSync('docker', ['ps', '-a', '-q', ...filters])
  return String(stdout)
    .split('\n')
    .filter((line) => line !== '')
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
