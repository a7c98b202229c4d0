import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@gridloom/agent/config'
import { execute } from '@gridloom/agent/host/execute'
import { makeKey } from '@gridloom/agent/identity/key'
import { keepIdentity, Membership } from '@gridloom/agent/identity/membership'
import { upgradeAgent } from '@gridloom/agent/upgrade/upgrade-agent'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'

it('replaces the agent with a bundle signed by the installation’s key', async () => {
  await using site = await setup()
  await site.serve('0.2.0')
  expect(await site.upgrade()).toContain('Upgraded from 0.1.0 to 0.2.0.')
  expect(await site.installed()).toEqual({ version: '0.2.0', beside: ['agent', 'data'] })
})

it('rejects a bundle that a compromised server signed with another key', async () => {
  await using site = await setup()
  await site.serve('9.9.9', { signedBy: aKeyPair().privateKey })
  await expect(site.upgrade()).rejects.toThrow('not signed with the key that was stored')
  expect(await site.installed()).toEqual({ version: '0.1.0', beside: ['agent', 'data'] })
})

it('rejects a bundle with the signature of another one', async () => {
  await using site = await setup()
  await site.serve('9.9.9', { signatureOf: Buffer.from(`an archive of last year`) })
  await expect(site.upgrade()).rejects.toThrow('not signed with the key that was stored')
  expect(await site.installed()).toMatchObject({ version: '0.1.0' })
})

it('rejects an older agent, although its signature is valid', async () => {
  await using site = await setup()
  await site.serve('0.0.9')
  await expect(site.upgrade()).rejects.toThrow('older than the installed version')
  expect(await site.installed()).toEqual({ version: '0.1.0', beside: ['agent', 'data'] })
})

it('follows no redirect', async () => {
  await using site = await setup()
  await site.serve('0.2.0', { redirected: true })
  await expect(site.upgrade()).rejects.toThrow('cannot be reached')
  expect(await site.installed()).toMatchObject({ version: '0.1.0' })
})

it('keeps the installed agent when the new one does not run', async () => {
  await using site = await setup()
  await site.serve('0.2.0', { node: '#!/bin/sh\nexit 127\n' })
  await expect(site.upgrade()).rejects.toThrow('Nothing was changed')
  expect(await site.installed()).toEqual({ version: '0.1.0', beside: ['agent', 'data'] })
})

it('refuses to upgrade without a stored key, and downloads nothing', async () => {
  await using site = await setup()
  await site.serve('0.2.0')
  await site.loseKey()
  await expect(site.upgrade()).rejects.toThrow('Run the install script again')
  expect(site.asked).toEqual([])
})

interface Serving {
  signedBy?: KeyObject
  signatureOf?: Buffer
  redirected?: boolean
  node?: string
}

/** An installed agent, and a server at its server's address. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-upgrade-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const { publicKey, privateKey } = aKeyPair()
  const asked: string[] = []
  let archive: Buffer = Buffer.alloc(0)
  let signature = ''
  let isRedirected = false
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (isRedirected && !url.endsWith('?moved'))
      response.writeHead(302, { location: `${url}?moved` }).end()
    else response.end(url.includes('/signature') ? signature : archive)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  const serverUrl = `http://127.0.0.1:${portOf(server.address())}`
  const programDir = path.join(folder, 'installed/agent')
  const dataDir = path.join(folder, 'installed/data')
  await writeAgent(programDir, standInNode('0.1.0'))
  await mkdir(dataDir)
  const keptKey = path.join(dataDir, 'server-key.pem')
  await writeFile(keptKey, publicKey.export({ format: 'pem', type: 'spki' }))
  const membership = Membership.parse({
    ...{ machine_id: `mch_${'0'.repeat(26)}`, server_url: serverUrl, name: 'a machine' },
    enrolled_at: '2026-01-01T00:00:00Z',
  })
  await keepIdentity(dataDir, { membership, key: makeKey() })
  const open = opened.move()
  return {
    asked,
    async serve(version: string, serving: Serving = {}) {
      archive = await packed(folder, serving.node ?? standInNode(version))
      const signed = serving.signatureOf ?? archive
      signature = sign('sha256', signed, serving.signedBy ?? privateKey).toString('base64')
      isRedirected = serving.redirected === true
    },
    upgrade: () =>
      upgradeAgent(settingsFor(dataDir), {
        ...{ programDir, platform: 'linux-x64', clock: systemClock, execute },
        service: {
          ...{ manager: 'none', userId: 0, home: folder, execute },
          read: async () => undefined,
        },
      }),
    loseKey: () => rm(keptKey),
    async installed() {
      const node = await readFile(path.join(programDir, 'node'), 'utf8')
      const beside = await readdir(path.dirname(programDir))
      return { version: /echo (\S+)/.exec(node)?.[1], beside: beside.sort() }
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function aKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
}

/** A script that prints its version, whatever its arguments. */
function standInNode(version: string): string {
  return `#!/bin/sh\necho ${version}\n`
}

async function writeAgent(folder: string, node: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'node'), node)
  await chmod(path.join(folder, 'node'), 0o755)
  await writeFile(path.join(folder, 'gridloom-agent.mjs'), 'the agent')
}

async function packed(folder: string, node: string): Promise<Buffer> {
  await writeAgent(path.join(folder, 'packed/gridloom-agent'), node)
  const file = path.join(folder, 'packed.tar.gz')
  const argv = ['tar', '-czf', file, '-C', path.join(folder, 'packed'), 'gridloom-agent']
  expect(await execute(argv, { timeoutMs: 10_000 })).toMatchObject({ exitCode: 0 })
  return readFile(file)
}

function settingsFor(dataDir: string) {
  const user = { isRoot: false, home: '/nowhere', host: 'test', platform: 'linux' } as const
  const asked = readConfig(['upgrade', '--data', dataDir], {}, user)
  if (asked.kind !== 'work') throw new Error('it is work')
  return asked.settings
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return address.port
}
