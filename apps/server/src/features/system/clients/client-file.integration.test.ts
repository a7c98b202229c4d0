import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const programs = path.join(import.meta.dirname, '../../../../test/clients')
const compiler = path.join(import.meta.dirname, '../../../../../../node_modules/.bin/tsc')

/** The output of both programs: see `apps/server/test/clients`. */
const outcome = {
  username: expect.any(String),
  offers: 0,
  code: 'not_found',
  name: 'Ada',
  script: true,
  first: ['7', 'balance', { text: 'two\nlines' }],
  pieces: ['Hel', 'lo ✓'],
  down: 503,
}

/** Repeated after 429, and after 503 as often as the client may; nothing else is. */
const outcomeOfCalls = {
  '/v1/chat/completions': 2,
  '/api/events': 1,
  '/api/offers': 4,
}

it('has a client in TypeScript that compiles strictly, and one in Python: both work without packages', async () => {
  await using site = await setup()
  await site.copy('use-client.ts.template', 'use.ts')
  await site.copy('use-client.py', 'use.py')
  await site.compile('use.ts')
  expect(await site.use(process.execPath, 'use.ts')).toEqual({ ...outcome, tokens: 12 })
  expect(await site.use('python3', 'use.py')).toEqual(outcome)
})

async function setup() {
  await using opened = new AsyncDisposableStack()
  const server = opened.use(await startServer())
  const token = await openAccount(server, { access: true })
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-client-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  for (const file of ['gridloom.ts', 'gridloom.py']) {
    const answer = await fetch(`${server.url}/api/clients/${file}`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    await writeFile(path.join(folder, file), await answer.text())
  }
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  const open = opened.move()
  return {
    copy: async (from: string, to: string) =>
      writeFile(path.join(folder, to), await readFile(path.join(programs, from))),
    compile: (file: string) =>
      run(compiler, [...strictly, file], { cwd: folder }).catch((error: { stdout: string }) =>
        expect(error.stdout).toBe(''),
      ),
    async use(program: string, file: string): Promise<unknown> {
      await using busy = await busyServer()
      const { stdout } = await run(program, [file, server.url, busy.url, token], { cwd: folder })
      expect(busy.asked).toEqual(outcomeOfCalls)
      return JSON.parse(stdout)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const strictly = [
  ...['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext'],
  ...['--lib', 'es2023,dom', '--types', '', '--erasableSyntaxOnly', '--noUncheckedIndexedAccess'],
  ...['--allowImportingTsExtensions', '--exactOptionalPropertyTypes'],
]

/** A server that is busy: the first chat gets 429, and offers are unavailable. */
async function busyServer() {
  const asked: Record<string, number> = {}
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked[pathname] = (asked[pathname] ?? 0) + 1
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'retry-after': '0', 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'error', error: 'Later.', code }))
    if (pathname === '/api/offers') return void refuse(503, 'not_ready')
    if (pathname === '/api/events') return void response.end(namedEvent)
    if (asked[pathname] === 1) return void refuse(429, 'too_many_requests')
    // Divided within a character, as networks do.
    const bytes = Buffer.from(chatEvents)
    response.write(bytes.subarray(0, bytes.indexOf('✓') + 1))
    response.end(bytes.subarray(bytes.indexOf('✓') + 1))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const namedEvent = ': hello\n\nid: 7\nevent: balance\ndata: {"text":\ndata: "two\\nlines"}\n\n'

const chatEvents = [
  { choices: [{ delta: { role: 'assistant', content: '' } }] },
  { choices: [{ delta: { content: 'Hel' } }] },
  { choices: [{ delta: { content: 'lo ✓' } }] },
  { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
]
  .map((piece) => `data: ${JSON.stringify(piece)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('')

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
