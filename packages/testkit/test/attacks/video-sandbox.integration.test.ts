import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { findEncoder } from '@gridloom/server/features/media/encoding/encoder'
import { isOwnFile } from '@gridloom/server/features/media/encoding/output-folder'
import { runProgram } from '@gridloom/server/features/media/encoding/run-program'
import { findVideoSandbox } from '@gridloom/server/features/media/encoding/video-sandbox'
import { describe, expect, it } from 'vitest'
import { expectNoWayOut, type Probed, probeProgram } from './sandbox-probe.ts'

const canRun = existsSync('/usr/bin/bwrap') && existsSync('/usr/bin/ffmpeg')
const { signal } = new AbortController()
const exec = promisify(execFile)
const small = { timeMs: 20_000, memoryMiB: 512, outputBytes: 1024 ** 2, filesBytes: 1024 ** 2 }
/** A PGM picture whose pixels are the secret: readers of pictures and of text can both be made to show it. */
const secretText = 'P2 2 2 255 81 82 83 84'

describe.runIf(canRun)('a video that takes over ffmpeg', () => {
  it('cannot escape: system calls refused, no privileges, bounded processes and files', async () => {
    await using site = await setup()
    const ran = await site.run('perl', ['-e', probeProgram()], { timeMs: 60_000 })
    if (ran.kind !== 'ended') throw new RangeError(ran.errors)
    const probed: Probed = JSON.parse(ran.output.toString())
    expectNoWayOut(probed)
    expect(probed.forks).toBeLessThanOrEqual(64)
    expect(probed.largest).toBeLessThanOrEqual(16 * 1024 ** 2)
  })

  it('sees its own file, read-only, and nothing of the server', async () => {
    await using site = await setup()
    const sought = [site.secret, site.folder, '/etc/passwd', `/proc/${process.pid}/environ`]
    const script = `for f in ${sought.join(' ')}; do cat "$f" 2>/dev/null && exit 9; ls "$f" 2>/dev/null && exit 9; done
env | grep -vE '^(PATH|HOME|PWD|SHLVL|_)=' && exit 9
cat /work/in/source >/dev/null || exit 8
(echo x > /work/in/source || echo x > /work/x || echo x > /usr/x) 2>/dev/null && exit 7
echo fine`
    const ran = await site.run('sh', ['-c', script])
    expect(ran).toMatchObject({ kind: 'ended', exitCode: 0 })
    if (ran.kind === 'ended') expect(ran.output.toString()).toBe('fine\n')
  })

  it.each([
    ['a long time', 'while :; do :; done', { timeMs: 1_500 }, 'too_slow'],
    ['much output', 'yes', { outputBytes: 100_000 }, 'too_much_output'],
    [
      'many files',
      'for n in 1 2 3 4 5 6; do head -c 900000 /dev/zero > /work/out/$n; done; sleep 20',
      {},
      'too_much_output',
    ],
    ['folders', 'mkdir -p /work/out/a/b; chmod 0 /work/out/a; sleep 20', {}, 'too_much_output'],
  ] as const)('is ended when it needs %s', async (_, script, limit, kind) => {
    await using site = await setup()
    expect(await site.run('sh', ['-c', script], limit)).toMatchObject({ kind })
  })

  it.each([
    ['memory', ['perl', '-e', 'my $x = "x" x 900_000_000; print "made"']],
    ['one large file', ['sh', '-c', 'head -c 2000000 /dev/zero > /work/out/large && echo made']],
    ['another file system', ['sh', '-c', 'head -c 99000000 /dev/zero > /tmp/large && echo made']],
  ] as const)('gets no more than its share of %s', async (_, [program, ...args]) => {
    await using site = await setup()
    const ran = await site.run(program, args)
    if (ran.kind === 'ended') expect(ran.output.toString()).toBe('')
    expect(ran).not.toMatchObject({ exitCode: 0 })
  })

  it('cannot have another file published in place of its own', async () => {
    await using site = await setup()
    const script = `ln -s ${site.secret} /work/out/link; echo x > /work/out/own; ln /work/out/own /work/out/twice; echo y > /work/out/good`
    expect(await site.run('sh', ['-c', script])).toMatchObject({ exitCode: 0 })
    const own = async (name: string) => isOwnFile(path.join(site.output, name))
    expect([await own('link'), await own('twice'), await own('none')]).toEqual([
      false,
      false,
      false,
    ])
    expect(await own('good')).toBe(true)
  })
})

describe.runIf(canRun)('a file that names other files', () => {
  it.each([
    ['concat:', (secret: string) => ['-f', 'pgm_pipe', '-i', `concat:${secret}`]],
    ['file:', (secret: string) => ['-f', 'pgm_pipe', '-i', `file:${secret}`]],
    [
      'subfile:',
      (secret: string) => ['-f', 'pgm_pipe', '-i', `subfile,,start,0,end,0,,:${secret}`],
    ],
    [
      'movie filter',
      (secret: string) => ['-f', 'lavfi', '-i', `movie=f=pgm_pipe:filename=${secret}`],
    ],
  ])('reads nothing of the server by %s, which works outside of the sandbox', async (_, input) => {
    await using site = await setup()
    const args = ['-v', 'error', ...input(site.secret), '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
    const open = await exec('ffmpeg', args, { encoding: 'latin1' })
    expect(open.stdout).toBe('QRST')
    const ran = await site.run('ffmpeg', args)
    expect(ran).toMatchObject({ kind: 'ended', output: Buffer.alloc(0) })
    expect(ran).not.toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['a list to concatenate', (s: string) => `ffconcat version 1.0\nfile '${s}'\n`],
    ['a playlist of HLS', (s: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${s}\n`],
    ['a playlist of a server', (_s: string, url: string) => `#EXTM3U\n#EXTINF:1,\n${url}\n`],
    ['subtitles', (s: string) => `1\n00:00:00,000 --> 00:00:01,000\n<img src="file://${s}">\n`],
    [
      'an SVG',
      (s: string) => `<svg xmlns:x="http://www.w3.org/1999/xlink"><image x:href="${s}"/></svg>`,
    ],
  ])('is no video, whatever its name is: %s', async (_, make) => {
    await using site = await setup()
    await writeFile(site.input, make(site.secret, site.url))
    const found = await findEncoder(systemClock, await findVideoSandbox())
    if (found.kind === 'missing') throw new RangeError(found.why)
    for (const container of ['mov', 'matroska'] as const)
      await expect(
        found.encoder.plan({ file: site.input, container }, signal),
      ).rejects.toMatchObject({ failure: 'unreadable' })
    expect(await found.encoder.poster(site.input, signal)).toBeUndefined()
    // Without any of our arguments, the sandbox alone.
    const args = ['-v', 'error', '-protocol_whitelist', 'file,http,tcp,concat', '-safe', '0']
    const ran = await site.run('ffmpeg', [...args, '-i', '/work/in/source', '-f', 'rawvideo', '-'])
    expect(ran).not.toMatchObject({ exitCode: 0 })
    expect(site.requests).toEqual([])
    expect(await readdir(site.output)).toEqual([])
  })
})

it('says why no video is accepted where there is no sandbox', async () => {
  const why = 'bubblewrap is not installed'
  expect(await findEncoder(systemClock, { kind: 'missing', why })).toEqual({ kind: 'missing', why })
})

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-hostile-video-'))
  const [input, output, secret] = ['source', 'out', 'secret'].map((name) => path.join(folder, name))
  if (input === undefined || output === undefined || secret === undefined) throw new RangeError()
  await writeFile(input, 'nothing')
  await writeFile(secret, secretText, { mode: 0o644 })
  await mkdir(output)
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.end('x')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // @NOTE a server that listens on TCP has an address of this shape
  const { port } = server.address() as AddressInfo
  return {
    ...{ folder, input, output, secret, requests, url: `http://127.0.0.1:${port}/a.ts` },
    async run(program: string, args: readonly string[], limit: Partial<typeof small> = {}) {
      const found = await findVideoSandbox()
      if (found.kind === 'missing') throw new RangeError(found.why)
      const context = { clock: systemClock, sandbox: found.sandbox, signal }
      return runProgram(context, { program, args, input, output, limit: { ...small, ...limit } })
    },
    async [Symbol.asyncDispose]() {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
