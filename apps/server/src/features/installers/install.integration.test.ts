import { execFile, spawn } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBundles } from '../../../test/agent-bundles.ts'
import { freePort, programsIn, runScript } from '../../../test/installation.ts'

const run = promisify(execFile)
/** Builds the agent's files, as `npm run build -w @gridloom/agent` does. */
const bundler = fileURLToPath(new URL('../../../../agent/pack/bundle.ts', import.meta.url))

let agentFolder: string
beforeAll(async () => {
  agentFolder = await mkdtemp(path.join(tmpdir(), 'gridloom-bundle-'))
  await run(process.execPath, [bundler, agentFolder])
})
afterAll(() => rm(agentFolder, { recursive: true }))

describe('install.sh of a real server', () => {
  it('installs and enrols the agent, which then comes online with its own Node.js', async () => {
    await using world = await setup({ node: 'real' })
    const { token } = await world.provider.machines.createEnrolmentToken()
    const ran = await world.installWith(token, '--name', 'the tower', '--no-service')
    expect(ran.said).toContain('Installed the Gridloom agent 0.1.0.')
    expect(ran.code).toBe(0)
    expect((await readdir(world.dir)).sort()).toEqual(['agent', 'data', 'gridloom-agent'])
    expect(await world.machines()).toMatchObject([{ name: 'the tower', status: 'waiting' }])

    const agent = spawn(path.join(world.dir, 'gridloom-agent'), ['run', '--runtime', 'fake'])
    await expect.poll(world.machines, polling).toMatchObject([{ status: 'online' }])
    agent.kill('SIGTERM')
    expect(await once(agent, 'exit')).toEqual([0, null])
  })

  it('upgrades an installed agent and keeps its identity', async () => {
    await using world = await setup()
    const { token } = await world.provider.machines.createEnrolmentToken()
    await world.installWith(token, '--no-service')
    const before = await readFile(path.join(world.dir, 'data/machine.json'), 'utf8')
    const again = await world.install('--no-service')
    expect(again.said).toContain('already enrolled')
    expect(again.code).toBe(0)
    expect(await readFile(path.join(world.dir, 'data/machine.json'), 'utf8')).toBe(before)
    expect(await world.machines()).toHaveLength(1)
  })

  it('installs an agent whose upgrade command accepts only the stored key', async () => {
    await using world = await setup()
    const { token } = await world.provider.machines.createEnrolmentToken()
    const installed = await world.installWith(token, '--no-service')
    expect(installed.said).toContain(`gridloom-agent' upgrade`)
    const command = path.join(world.dir, 'gridloom-agent')
    const { stdout } = await run(command, ['upgrade'])
    expect(stdout).toMatch(/^Upgraded from 0\.1\.0 to 0\.1\.0\. It does not run as a service/)
    expect((await readdir(world.dir)).sort()).toEqual(['agent', 'data', 'gridloom-agent'])
    await writeFile(path.join(world.dir, 'data/server-key.pem'), anotherKey())
    await expect(run(command, ['upgrade'])).rejects.toMatchObject({
      stderr: expect.stringContaining('not signed with the key that was stored'),
    })
  })

  it('installs nothing when the enrolment token is already used', async () => {
    await using world = await setup()
    const { token } = await world.provider.machines.createEnrolmentToken()
    await world.installWith(token, '--no-service')
    const second = await world.installInto('second', token, '--no-service')
    expect(second.code).toBe(1)
    expect(second.said).toContain('This enrolment token is invalid, expired or already used.')
    expect(second.said).toContain('Nothing was installed.')
    expect(await readdir(world.folder)).not.toContain('second')
  })

  it('uninstalls the agent, and its data with --purge', async () => {
    await using world = await setup()
    const { token } = await world.provider.machines.createEnrolmentToken()
    await world.installWith(token, '--no-service')
    const kept = await world.install('--uninstall')
    expect(kept.said).toContain('Its key and data are kept')
    expect(await readdir(world.dir)).toEqual(['data'])
    const gone = await world.install('--uninstall', '--purge')
    expect(gone.code).toBe(0)
    expect(await readdir(world.folder)).not.toContain('in stalled')
  })
})

describe('the download endpoints', () => {
  it('serve both scripts as text, with the server’s own address', async () => {
    await using world = await setup()
    const lines = { 'install.sh': 'server=', 'install.ps1': '$server = ' }
    for (const [name, assignment] of Object.entries(lines)) {
      const answer = await fetch(`${world.url}/${name}`)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toContain('inline')
      const script = await answer.text()
      expect(script).toContain(`${assignment}'${world.url}'\n`)
      expect(script).not.toMatch(/@[A-Z_]+@/)
    }
  })

  it('serve bundles that are signed with the key in the script', async () => {
    await using world = await setup()
    const script = await (await fetch(`${world.url}/install.sh`)).text()
    const pem = /public_key='([^']+)'/.exec(script)?.[1] ?? ''
    const answer = await fetch(`${world.url}/install/agent/linux-arm64`)
    expect(answer.headers.get('content-type')).toBe('application/gzip')
    const archive = await answer.arrayBuffer()
    expect(answer.headers.get('content-length')).toBe(String(archive.byteLength))
    const received = await (await fetch(`${world.url}/install/agent/linux-arm64/signature`)).text()
    const signature = Buffer.from(received, 'base64')
    expect(verify('sha256', Buffer.from(archive), createPublicKey(pem), signature)).toBe(true)
  })

  it('return a JSON error, not the web app, for an unknown platform or path', async () => {
    await using world = await setup()
    for (const place of ['/install/agent/solaris-sparc', '/install/agent', '/install/nothing']) {
      const answer = await fetch(world.url + place)
      expect(answer.status, place).toBe(404)
      expect(await answer.json()).toMatchObject({ status: 'error' })
    }
  })

  it('return 503 while the agent cannot be bundled, and the script installs nothing', async () => {
    await using world = await setup({ bundles: 'broken' })
    const answer = await fetch(`${world.url}/install/agent/linux-x64`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'agent_bundle_unavailable' })
    const { token } = await world.provider.machines.createEnrolmentToken()
    const ran = await world.installWith(token, '--no-service')
    expect(ran.said).toContain('503. The agent for linux-')
    expect(ran.code).toBe(1)
    expect(await readdir(world.folder)).not.toContain('in stalled')
  })
})

const polling = { timeout: 20_000, interval: 100 }

function anotherKey() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return publicKey.export({ format: 'pem', type: 'spki' })
}

interface SetupOptions {
  /** `real`: bundles the Node.js of this machine, which takes some seconds; by default a script that starts it. */
  node?: 'real'
  bundles?: 'broken'
}

async function setup({ node, bundles: state }: SetupOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const made = opened.use(await makeBundles({ node, state }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = opened.use(
    await startServer({ agentBundles: made.bundles, config: { port, publicUrl: url } }),
  )
  const provider = server.client(await openOperator(server))
  const { folder } = made
  const dir = path.join(folder, 'in stalled')
  const script = await (await fetch(`${url}/install.sh`)).text()
  const install = (into: string, words: readonly string[], token?: string) =>
    runScript({ script, token, words: ['--dir', into, ...words], home: path.join(folder, 'home') })
  const open = opened.move()
  return {
    url,
    folder,
    dir,
    provider,
    machines: () => provider.machines.list(),
    install: (...words: string[]) => install(dir, words),
    installWith: (token: string, ...words: string[]) => install(dir, words, token),
    installInto: (name: string, token: string, ...words: string[]) =>
      install(path.join(folder, name), words, token),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Bundles of the real agent. */
async function makeBundles({
  node,
  state,
}: {
  node: SetupOptions['node']
  state: SetupOptions['bundles']
}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-installed-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true }))
  const own = await realpath(process.execPath)
  const leading = path.join(await programsIn(folder, { node: `exec '${own}' "$@"` }), 'node')
  const bundles = opened.use(
    await testBundles({
      agentFolder,
      node: node === 'real' ? own : leading,
      ...(state === 'broken' ? { integrity: 'sha512-AAAA' } : {}),
    }),
  )
  const open = opened.move()
  return { ...bundles, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() }
}
