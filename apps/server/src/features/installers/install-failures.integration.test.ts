import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { testPacks } from '../../../test/agent-packs.ts'
import { programsIn, runScript } from '../../../test/installation.ts'
import { fillScript, shellWord } from './install-script.ts'

describe('an upgrade that fails leaves the agent before it as it was', () => {
  it.each([
    ['breaks off', 'broke off'],
    ['has another digest', 'SHA-256 differs'],
    ['cannot be unpacked', 'could not be unpacked'],
    ['is refused', '503. Not now.'],
  ] as const)('when the download %s', async (archive, text) => {
    await using world = await setup()
    expect((await world.install('--token', 't')).code).toBe(0)
    const before = await world.installed()
    world.serve(archive)
    const ran = await world.install()
    expect(ran.said).toContain(text)
    expect(ran.code).toBe(1)
    expect(await world.installed()).toBe(before)
    expect((await readdir(world.dir)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('words that look like options', () => {
  it('reach the agent as they are: a token and a name that begin with a dash', async () => {
    await using world = await setup()
    expect((await world.install('--token', '-x', '--name', '--n')).code).toBe(0)
    const said = await readFile(path.join(world.dir, 'data/machine.json'), 'utf8')
    expect(said).toContain('--token=-x')
    expect(said).toContain('--name=--n')
  })
})

describe('what is missing is said before anything is fetched', () => {
  it.each([
    [['--token'], '--token needs a value'],
    [['--tokn', 'x'], "'--tokn' is not known"],
    [[], 'not enrolled yet, so a token is needed'],
  ])('with the words %j', async (words, text) => {
    await using world = await setup()
    const ran = await world.install(...words)
    expect(ran.said).toContain(text)
    expect(ran.code).toBe(1)
    expect(world.asked).toEqual([])
    expect(await readdir(world.packs.folder)).not.toContain('gridloom')
  })

  it('on a processor that the agent is not made for', async () => {
    await using world = await setup({ machine: ['Linux', 'riscv64'] })
    expect((await world.install('--token', 't')).said).toContain(
      'riscv64; the agent runs on x86-64',
    )
  })

  it('on a system that the script does not know', async () => {
    await using world = await setup({ machine: ['FreeBSD', 'amd64'] })
    expect((await world.install('--token', 't')).said).toContain('This is FreeBSD')
  })

  it('on a disk that is full', async () => {
    await using world = await setup({
      programs: { df: 'printf "h\\n/dev/x 9 9 102400 9%% /\\n"' },
    })
    const ran = await world.install('--token', 't')
    expect(ran.said).toContain('Only 100 MB are free')
    expect(world.asked).toEqual([])
  })

  it('on a system without curl and wget', async () => {
    await using world = await setup({ only: ['id', 'getconf', 'grep', 'rm', 'rmdir', 'ldd'] })
    const ran = await world.install('--token', 't')
    expect(ran.said).toContain('Neither curl nor wget is here')
    expect(ran.code).toBe(1)
  })
})

describe('on a Mac', () => {
  it.each([
    ['arm64', '0', 'darwin-arm64'],
    ['x86_64', '0', 'darwin-x64'],
    ['x86_64', '1', 'darwin-arm64'],
  ])(
    'fetches the pack for a %s shell that is translated: %s',
    async (processor, translated, platform) => {
      await using world = await setup({
        machine: ['Darwin', processor],
        programs: { sysctl: `echo ${translated}`, id: 'echo 501' },
      })
      const ran = await world.install('--token', 't', '--no-service')
      expect(ran.said).toContain('Done')
      expect(world.asked).toContain(`/install/agent/${platform}`)
    },
  )

  it('is refused to root, whom Docker does not answer there', async () => {
    await using world = await setup({ machine: ['Darwin', 'arm64'], programs: { id: 'echo 0' } })
    expect((await world.install('--token', 't')).said).toContain('repeat this without sudo')
  })
})

type Archive = 'is well' | 'breaks off' | 'has another digest' | 'cannot be unpacked' | 'is refused'

interface Wish {
  /** What `uname -s` and `uname -m` say. */
  machine?: readonly [string, string]
  /** Programs over the machine's own: name and body. */
  programs?: Readonly<Record<string, string>>
  /** No other programs than these. */
  only?: readonly string[]
}

/** A stand-in for the server, whose archive can be spoilt, and an agent in it that only says that it is one. */
async function setup({ machine = ['Linux', 'x86_64'], programs = {}, only }: Wish = {}) {
  await using opened = new AsyncDisposableStack()
  const packs = opened.use(await testPacks({ nodeText: standInAgent }))
  const { path: file } = await packs.packs.packFor('linux-x64')
  const archive = await readFile(file)
  let state: Archive = 'is well'
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('/sha256')) response.end(`${digestOf(archive, state)}  agent.tar.gz\n`)
    else answer(response, archive, state)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  const uname = `if [ "$1" = -s ]; then echo ${machine[0]}; else echo ${machine[1]}; fi`
  const folder = path.join(packs.folder, 'programs')
  await programsIn(folder, { uname, ...programs }, only)
  const template = await readFile(new URL('./scripts/install.sh', import.meta.url), 'utf8')
  const script = fillScript(template, shellWord(`http://127.0.0.1:${address.port}`))
  const dir = path.join(packs.folder, 'gridloom')
  const open = opened.move()
  return {
    packs,
    dir,
    asked,
    serve: (next: Archive) => {
      state = next
    },
    install: (...words: string[]) =>
      runScript({
        script,
        words: ['--dir', dir, ...words],
        home: path.join(packs.folder, 'home'),
        programs: { folder, place: only === undefined ? 'before' : 'instead' },
      }),
    installed: async () => (await readdir(dir, { recursive: true })).sort().join('\n'),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Answers `--version`, and leaves a mark of its enrolment in the data folder, as the agent does. */
const standInAgent = [
  '#!/bin/sh',
  'shift',
  'if [ "$1" = --version ]; then echo 0.1.0; exit 0; fi',
  'for word in "$@"; do',
  '  case "$word" in',
  '    --data=*) echo "$*" >"$(printf %s "$word" | cut -c 8-)/machine.json" ;;',
  '  esac',
  'done',
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

function digestOf(archive: Buffer, state: Archive): string {
  if (state === 'has another digest') return 'f'.repeat(64)
  const bytes = state === 'cannot be unpacked' ? archive.subarray(0, 99) : archive
  return createHash('sha256').update(bytes).digest('hex')
}
