import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import type { InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { recipeDigest, recipeImage } from '@gridloom/domain/apps/recipe-image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  ownRuntime,
  startDockerManager,
} from '../../../test/docker-manager.ts'
import { machineSources } from '../../../test/machine-sources.ts'
import { ownerOf } from '../../host/owners.ts'
import { createImageSource } from '../../images/index.ts'
import { buildLabel } from './build-container.ts'
import type { PackageSources } from './package-sources.ts'

const run = promisify(execFile)
const base = 'gridloom/base:debian'
const buildMs = 120_000
/** No other test, and no earlier run, has the image of such a recipe. */
const mark = `${process.pid}-${Date.now()}`
const made = new Set<string>()

/** The base is built once on a machine, in minutes. */
beforeAll(async () => {
  const runtime = await ownRuntime('builds-test')
  const signal = AbortSignal.timeout(600_000)
  await createImageSource({ runtime, dataDir: '/nowhere' }).ensure(
    { image: base },
    () => {},
    signal,
  )
}, 600_000)

afterAll(async () => {
  await run('docker', ['rmi', '-f', ...made]).catch(() => undefined)
})

describe('a build', () => {
  it('installs packages and files, shows its steps, and is not repeated', {
    timeout: 2 * buildMs,
  }, async () => {
    await using machine = await start()
    const spec = specOf({
      // The install script of the second fails without an output of its own.
      apt: ['hello', 'fontconfig'],
      pip: ['iniconfig==2.1.0'],
      files: [aFile('/etc/own/app', '0755')],
    })
    const progress = recorded(machine, spec)
    await ready(machine, spec)
    const script =
      'hello; python -c "import iniconfig, sys; print(sys.prefix)"; /etc/own/app; id -u'
    expect(await inside(machine, spec, script)).toBe('Hello, world!\n/opt/app\nown file\n0\n')
    expect(progress.some((text) => /packages of Debian, downloading \d+ of \d+/.test(text))).toBe(
      true,
    )
    expect(progress.some((text) => /packages of PyPI/.test(text))).toBe(true)
    // Steps that follow each other within a notice are one: the last of them may be over by then.
    expect(progress.at(-1)).toMatch(/packages of PyPI|files of the recipe|storing the image/)

    const before = Date.now()
    const again = { ...spec, instance_id: newInstanceId() }
    const silent = recorded(machine, again)
    await ready(machine, again)
    expect(silent).toEqual([])
    expect(Date.now() - before).toBeLessThan(buildMs / 4)
  })

  it('leaves no container, no setting of the machine and no label in the image', {
    timeout: 2 * buildMs,
  }, async () => {
    await using machine = await start({ sources: { ...machineSources(), proxy: undefined } })
    const spec = specOf({ apt: ['hello'] })
    await ready(machine, spec)
    const look =
      'ls -A /dev/shm /tmp /var/lib/apt/lists /root; ls /usr/sbin/policy-rc.d /etc/pip.conf 2>&1'
    const seen = await inside(machine, spec, look)
    expect(seen).not.toMatch(/gridloom-build|_InRelease|\.cache|^\/usr\/sbin\/policy-rc\.d$/m)
    const { stdout } = await run('docker', [
      'image',
      'inspect',
      '-f',
      '{{json .Config}}',
      spec.image,
    ])
    const { Labels, Env } = JSON.parse(stdout)
    expect(Labels).toEqual({
      'gridloom.recipe': spec.recipe === null ? '' : recipeDigest(spec.recipe),
    })
    expect(Env).toEqual([expect.stringMatching(/^PATH=\/opt\/app\/bin:/)])
    expect(await buildsOf(machine)).toEqual([])
  })

  it('is shared by instances that wait for the same image', { timeout: 2 * buildMs }, async () => {
    await using machine = await start()
    const spec = specOf({ apt: ['hello'] })
    const other = { ...spec, instance_id: newInstanceId() }
    machine.manager.apply(spec)
    machine.manager.apply(other)
    let most = 0
    const isReady = (one: InstanceSpec) => machine.report(one.instance_id).ready
    while (!(isReady(spec) && isReady(other))) {
      most = Math.max(most, (await buildsOf(machine)).length)
      await systemClock.sleep(50)
    }
    expect(most).toBe(1)
  })

  it('fails by the name of a package that does not exist', { timeout: 2 * buildMs }, async () => {
    await using machine = await start()
    const apt = await failed(machine, specOf({ apt: ['no-such-package-here'] }))
    expect(apt).toMatchObject({
      code: 'build_failed',
      text: expect.stringMatching(/Unable to locate package no-such-package-here/),
    })
    const pip = await failed(machine, specOf({ pip: ['iniconfig==999.0'] }))
    expect(pip).toMatchObject({
      code: 'build_failed',
      text: expect.stringMatching(/iniconfig==999\.0/),
    })
    expect(await buildsOf(machine)).toEqual([])
  })

  it('that takes too long is ended, and its step is named', { timeout: 2 * buildMs }, async () => {
    await using machine = await start({ limitMs: 3_000 })
    const reason = await failed(machine, specOf({ apt: ['blender'] }))
    expect(reason).toMatchObject({
      code: 'build_timeout',
      text: expect.stringMatching(/ended at: .*packages of Debian/),
    })
    expect(await buildsOf(machine)).toEqual([])
  })

  it('that fills its disk fails, and fills nothing else', { timeout: 2 * buildMs }, async () => {
    await using machine = await start()
    const { runtime, manager } = machine
    const spec = specOf({ apt: ['blender'] })
    manager.apply(spec)
    await expect.poll(() => buildsOf(machine), { timeout: buildMs }).toHaveLength(1)
    const [name = ''] = await buildsOf(machine)
    const left = '$(($(stat -f -c "%a * %S" /) - 20000000))'
    const fill = { command: ['sh', '-c', `fallocate -l ${left} /fill`], stdin: undefined }
    const isFull = async () => {
      const filling = await runtime.exec(name, fill, AbortSignal.timeout(10_000))
      return filling.exitCode(AbortSignal.timeout(10_000))
    }
    await expect.poll(isFull, { timeout: 30_000 }).toBe(0)
    expect(await failed(machine, spec)).toMatchObject({
      code: 'disk_full',
      text: expect.stringMatching(/disk of 8 GB/),
    })
    expect(await buildsOf(machine)).toEqual([])
  })

  it('of another recipe than the name says is refused', async () => {
    await using machine = await start()
    const spec = specOf({ apt: ['hello'] })
    const forged = { ...spec, recipe: ImageRecipe.parse({ base, apt: ['less'] }) }
    expect(await failed(machine, forged)).toMatchObject({ code: 'build_failed' })
    const bare = { ...spec, instance_id: newInstanceId(), recipe: null }
    expect(await failed(machine, bare)).toMatchObject({ code: 'image_not_found' })
  })

  it('reaches neither the machine nor its networks', { timeout: 2 * buildMs }, async () => {
    const server = createServer((_, response) => response.end('secret')).listen(0, '0.0.0.0')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { stdout } = await run('docker', [
      'network',
      'inspect',
      'bridge',
      '-f',
      '{{(index .IPAM.Config 0).Gateway}}',
    ])
    const aptMirror = `http://${stdout.trim() || '172.17.0.1'}:${port}`
    let requests = 0
    server.on('request', () => (requests += 1))
    await using machine = await start({
      sources: { ...machineSources(), aptMirror },
      limitMs: 20_000,
    })
    const reason = await failed(machine, specOf({ apt: ['hello'] }))
    expect(['registry_unreachable', 'build_timeout', 'build_failed']).toContain(reason?.code)
    expect(requests).toBe(0)
    server.close()
  })

  it('that a killed agent left is removed, and begins anew', { timeout: 3 * buildMs }, async () => {
    await using machine = await start()
    const spec = specOf({ apt: ['hello'] })
    const script = join(import.meta.dirname, '../../../test/build-process.ts')
    await machine.manager[Symbol.asyncDispose]()
    const child = spawn(process.execPath, [script, machine.dataDir, JSON.stringify(spec)])
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('packages of Debian')) break
    }
    child.kill('SIGKILL')
    expect(await buildsOf(machine)).toHaveLength(1)
    await machine.restart()
    await machine.until(spec.instance_id, ({ progress }) => progress !== null)
    const wait = async () => machine.report(spec.instance_id).ready
    await expect.poll(wait, { timeout: buildMs }).toBe(true)
    expect(await buildsOf(machine)).toEqual([])
  })
})

function start({
  sources = machineSources(),
  limitMs,
}: {
  sources?: PackageSources
  limitMs?: number
} = {}) {
  return startDockerManager(undefined, [], undefined, {
    packageSources: sources,
    buildLimitMs: limitMs,
  })
}

function specOf(parts: Partial<ImageRecipe>): InstanceSpec {
  const recipe = ImageRecipe.parse({
    base,
    ...parts,
    files: [...(parts.files ?? []), aFile(`/etc/own/${newInstanceId()}-${mark}`)],
  })
  const image = recipeImage('test', recipe)
  made.add(image)
  return aSpec({
    instance_id: newInstanceId(),
    image,
    recipe,
    memory_mib: 1_024,
    vcpus: 1,
    disk_gb: 1,
  })
}

function aFile(path: string, mode: '0644' | '0755' = '0644') {
  return { path, mode, content: '#!/bin/sh\necho own file\n' } as const
}

function recorded(machine: DockerManager, spec: InstanceSpec): string[] {
  const texts: string[] = []
  machine.manager.onChange(({ instance_id, progress }) => {
    if (instance_id === spec.instance_id && progress !== null) texts.push(progress.text)
  })
  return texts
}

async function ready(machine: DockerManager, spec: InstanceSpec): Promise<void> {
  const ended = await settled(machine, spec)
  expect(ended.reason).toBeNull()
}

async function failed(
  machine: DockerManager,
  spec: InstanceSpec,
): Promise<InstanceReport['reason']> {
  return (await settled(machine, spec)).reason
}

/** Waits until an instance is ready, or has a reason why not. */
async function settled(machine: DockerManager, spec: InstanceSpec): Promise<InstanceReport> {
  machine.manager.apply(spec)
  const read = () => machine.report(spec.instance_id)
  await expect.poll(() => read().ready || read().reason !== null, { timeout: buildMs }).toBe(true)
  return read()
}

async function inside(machine: DockerManager, spec: InstanceSpec, script: string): Promise<string> {
  const command: [string, ...string[]] = ['sh', '-c', script]
  const request = { command, timeout_s: 60 }
  const messages = machine.manager.exec(spec.instance_id, request, AbortSignal.timeout(60_000))
  return (await collectExec(messages)).stdout
}

async function buildsOf({ runtime, dataDir }: DockerManager): Promise<string[]> {
  const label = `${buildLabel}=${ownerOf(dataDir)}`
  return (await runtime.listContainers(label, AbortSignal.timeout(10_000))).map(({ name }) => name)
}
