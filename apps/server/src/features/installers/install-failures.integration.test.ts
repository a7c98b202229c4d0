import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { shellWord } from '@gridloom/domain/shell/quote-shell'
import { describe, expect, it } from 'vitest'
import { testBundles } from '../../../test/agent-bundles.ts'
import { programsIn, runScript } from '../../../test/installation.ts'
import { fillScript } from './install-script.ts'

describe('a failed upgrade', () => {
  it.each([
    ['breaks off', 'was interrupted'],
    ['has another signature', 'signature of the download is not valid'],
    ['cannot be unpacked', 'could not be extracted'],
    ['is refused', '503. Not now.'],
  ] as const)(
    'leaves the installed agent unchanged when the download %s',
    async (archive, text) => {
      await using world = await setup()
      expect((await world.installWith('t')).code).toBe(0)
      const before = await world.installed()
      world.serve(archive)
      const ran = await world.install()
      expect(ran.said).toContain(text)
      expect(ran.code).toBe(1)
      expect(await world.installed()).toBe(before)
      expect((await readdir(world.dir)).filter((name) => name.startsWith('.'))).toEqual([])
    },
  )
})

describe('values that look like options', () => {
  it('reach the agent unchanged: a token and a name that begin with a dash', async () => {
    await using world = await setup()
    expect((await world.installWith('-x', '--name', '--n')).code).toBe(0)
    const said = await readFile(path.join(world.dir, 'data/machine.json'), 'utf8')
    expect(said).toContain('token on standard input: -x')
    expect(said).toContain('--name=--n')
  })
})

describe('a server that signs with a different key', () => {
  it('cannot replace the installed agent unless --new-key is given', async () => {
    await using world = await setup()
    expect((await world.installWith('t')).code).toBe(0)
    const before = await world.installed()
    world.takeOver()
    const ran = await world.install()
    expect(ran.said).toContain('signing key of the server has changed')
    expect(ran.code).toBe(1)
    expect(await world.installed()).toBe(before)
    expect((await world.install('--new-key')).code).toBe(0)
    expect((await world.install()).code).toBe(0)
  })
})

describe('a server address without TLS', () => {
  it('is refused, also if it resembles localhost, unless --allow-http is given', async () => {
    await using world = await setup()
    world.standAt('http://gridloom.example')
    const refused = await world.installWith('t')
    expect(refused.said).toContain('http://gridloom.example is not https')
    expect(refused.code).toBe(1)
    for (const address of [
      ...['http://localhost.example', 'http://10.0.0.1:3000', 'http://127.evil.example'],
      ...['http://localhost:x@evil.example', 'http://[::1]:x@evil.example', 'ftp://localhost'],
    ]) {
      world.standAt(address)
      expect((await world.installWith('t')).said).toContain('is not https')
    }
    world.standAt('http://gridloom.example')
    // The script proceeds to the download, where no server listens.
    const allowed = await world.installWith('t', '--allow-http')
    expect(allowed.said).toContain('Downloading')
    expect(world.asked).toEqual([])
  })
})

describe('the checks before an installation', () => {
  it.each([
    [['--name'], '--name needs a value'],
    [['--token', 't'], 'visible to every user of this machine'],
    [['--token-file', '/nowhere'], 'Cannot read the token file'],
    [['--tokn', 'x'], 'unknown option: --tokn'],
    [[], 'not enrolled yet. Set GRIDLOOM_ENROLMENT_TOKEN'],
  ])('reject the arguments %j and download nothing', async (words, text) => {
    await using world = await setup()
    const ran = await world.install(...words)
    expect(ran.said).toContain(text)
    expect(ran.code).toBe(1)
    expect(world.asked).toEqual([])
    expect(await readdir(world.bundles.folder)).not.toContain('gridloom')
  })

  it('reject a processor that the agent is not built for', async () => {
    await using world = await setup({ machine: ['Linux', 'riscv64'] })
    expect((await world.installWith('t')).said).toContain('riscv64 is not supported')
  })

  it('reject an unsupported operating system', async () => {
    await using world = await setup({ machine: ['FreeBSD', 'amd64'] })
    expect((await world.installWith('t')).said).toContain('FreeBSD is not supported')
  })

  it('reject a disk with too little space and download nothing', async () => {
    await using world = await setup({
      programs: { df: 'printf "h\\n/dev/x 9 9 102400 9%% /\\n"' },
    })
    const ran = await world.installWith('t')
    expect(ran.said).toContain('100 MB free, 500 MB required')
    expect(world.asked).toEqual([])
  })

  it('reject a system without curl and wget', async () => {
    await using world = await setup({ only: ['id', 'getconf', 'grep', 'rm', 'rmdir', 'ldd'] })
    const ran = await world.installWith('t')
    expect(ran.said).toContain('curl or wget is required')
    expect(ran.code).toBe(1)
  })
})

describe('install.sh on a Mac', () => {
  it.each([
    ['arm64', '0', 'darwin-arm64'],
    ['x86_64', '0', 'darwin-x64'],
    ['x86_64', '1', 'darwin-arm64'],
  ])(
    'downloads the bundle for a %s shell under Rosetta: %s',
    async (processor, translated, platform) => {
      await using world = await setup({
        machine: ['Darwin', processor],
        programs: { sysctl: `echo ${translated}`, id: 'echo 501' },
      })
      const ran = await world.installWith('t', '--no-service')
      expect(ran.said).toContain('Installed the Gridloom agent')
      expect(world.asked).toContain(`/install/agent/${platform}`)
    },
  )

  it('refuses to run as root, where Docker is unavailable', async () => {
    await using world = await setup({ machine: ['Darwin', 'arm64'], programs: { id: 'echo 0' } })
    expect((await world.installWith('t')).said).toContain('Run this again without sudo')
  })
})

type Archive =
  | 'is well'
  | 'breaks off'
  | 'has another signature'
  | 'cannot be unpacked'
  | 'is refused'

interface SetupOptions {
  /** The output of `uname -s` and `uname -m`. */
  machine?: readonly [string, string]
  /** Programs that replace those of the machine: name and script. */
  programs?: Readonly<Record<string, string>>
  /** The only programs that the script can find. */
  only?: readonly string[]
}

/** A stand-in for the server whose archive can be corrupted, with a stand-in for the agent. */
async function setup({ machine = ['Linux', 'x86_64'], programs = {}, only }: SetupOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const bundles = opened.use(await testBundles({ nodeText: standInAgent }))
  const { path: file } = await bundles.bundles.bundleFor('linux-x64')
  const archive = await readFile(file)
  let state: Archive = 'is well'
  let key = keys()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('/signature')) response.end(`${signatureOf(archive, state, key)}\n`)
    else answer(response, archive, state)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  const uname = `if [ "$1" = -s ]; then echo ${machine[0]}; else echo ${machine[1]}; fi`
  const folder = path.join(bundles.folder, 'programs')
  await programsIn(folder, { uname, ...programs }, only)
  const template = await readFile(new URL('./scripts/install.sh', import.meta.url), 'utf8')
  let serverUrl = `http://127.0.0.1:${address.port}`
  const run = (words: readonly string[], token?: string) => {
    const publicKey = key.publicKey.export({ format: 'pem', type: 'spki' }).toString().trim()
    return runScript({
      script: fillScript(template, {
        serverUrl: shellWord(serverUrl),
        publicKey: shellWord(publicKey),
      }),
      token,
      words: ['--dir', dir, ...words],
      home: path.join(bundles.folder, 'home'),
      programs: { folder, place: only === undefined ? 'before' : 'instead' },
    })
  }
  const dir = path.join(bundles.folder, 'gridloom')
  const open = opened.move()
  return {
    bundles,
    dir,
    asked,
    serve: (next: Archive) => {
      state = next
    },
    /** Signs with a new key from now on, as another server would. */
    takeOver: () => {
      key = keys()
    },
    standAt: (address: string) => {
      serverUrl = address
    },
    install: (...words: string[]) => run(words),
    installWith: (token: string, ...words: string[]) => run(words, token),
    installed: async () => (await readdir(dir, { recursive: true })).sort().join('\n'),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Answers `--version`, and writes its enrolment to the data folder, as the agent does. */
const standInAgent = [
  '#!/bin/sh',
  'shift',
  'if [ "$1" = --version ]; then echo 0.1.0; exit 0; fi',
  'for word in "$@"; do',
  '  case "$word" in',
  '    --data=*) data=$(printf %s "$word" | cut -c 8-) ;;',
  '  esac',
  'done',
  'echo "$* token on standard input: $(cat)" >"$data/machine.json"',
  '',
].join('\n')

function answer(response: ServerResponse, archive: Buffer, state: Archive): void {
  if (state === 'is refused') {
    response.writeHead(503).end('{"status":"error","error":"Not now.","code":"not_ready"}')
  } else if (state === 'breaks off') {
    response.writeHead(200, { 'content-length': archive.length })
    response.write(archive.subarray(0, 20), () => response.destroy())
  } else {
    response.end(state === 'cannot be unpacked' ? archive.subarray(0, 99) : archive)
  }
}

function keys() {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
}

function signatureOf(archive: Buffer, state: Archive, { privateKey }: ReturnType<typeof keys>) {
  const signed = state === 'cannot be unpacked' ? archive.subarray(0, 99) : archive
  const content = state === 'has another signature' ? archive.subarray(1) : signed
  return sign('sha256', content, privateKey).toString('base64')
}
