import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import {
  createPictures,
  findPictureSandbox,
} from '@gridloom/server/features/rendering/pictures/picture-processes'
import { describe, expect, it } from 'vitest'
import { speakByHand } from './raw-http.ts'
import { expectNoWayOut, type Probed, probeProgram } from './sandbox-probe.ts'

const canRun = existsSync('/usr/bin/bwrap')

describe.runIf(canRun)('a picture that takes over its decoder', () => {
  it('cannot escape: system calls refused, no privileges, bounded processes and files', async () => {
    const probe = `execFileSync('perl', ['-e', ${JSON.stringify(probeProgram())}], { encoding: 'utf8' })`
    const probed: Probed = JSON.parse(await saidBy(probe))
    expectNoWayOut(probed)
    expect(probed.largest).toBeLessThanOrEqual(16 * 1024 * 1024)
  })

  it('cannot read the environment, the database password or the scenes of the server', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-server-data-'))
    const secrets = ['database-password', 'scene.blend'].map((name) => path.join(folder, name))
    for (const file of secrets) await writeFile(file, 'secret', { mode: 0o644 })
    const ours = [
      `/proc/${process.pid}/environ`,
      `/proc/${process.pid}/root${secrets[0]}`,
      '/proc/1/environ',
    ]
    const sought = [...secrets, ...ours, '/etc/passwd', '/etc/shadow', folder]
    const found = await saidBy(`JSON.stringify(${JSON.stringify(sought)}
      .map((path) => attempt(() => readFileSync(path, 'latin1'))))`)
    for (const one of JSON.parse(found)) expect(one).toMatch(/^E(NOENT|ACCES|PERM)$/)
    await rm(folder, { recursive: true })
  })

  it('has no environment, no network and no writable file', async () => {
    const code = fileURLToPath(new URL('../../package.json', import.meta.url))
    const found = await saidBy(`JSON.stringify({
      env: Object.keys(process.env).filter((name) => !/^(PWD|HOME|PATH)$/.test(name)),
      wrote: ['/x', '/usr/x', process.execPath, ${JSON.stringify(code)}].map((path) => attempt(() => writeFileSync(path, 'x'))),
      net: await new Promise((resolve) => connect({ host: '127.0.0.1', port: 5432 }).on('error', ({ code }) => resolve(code))),
    })`)
    expect(JSON.parse(found)).toEqual({
      env: [],
      wrote: Array.from({ length: 4 }, () =>
        expect.stringMatching(/^E(ROFS|ACCES|PERM|TXTBSY|NOENT)$/),
      ),
      net: expect.stringMatching(/^E(AFNOSUPPORT|NETUNREACH|CONNREFUSED)$/),
    })
    expect(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).toContain(
      'testkit',
    )
  })
})

/** Returns the value of an expression, as a compromised decoder sends it in answer to its first picture. */
async function saidBy(expression: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-hostile-picture-'))
  const script = path.join(folder, 'script.mjs')
  await writeFile(
    script,
    `${speakByHand}
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const attempt = (deed) => { try { return deed() ?? 'made' } catch (cause) { return cause.code } }
process.stdin.once('data', async () => {
  shout(frame({ kind: 'done', result: { part: 0 } }, Buffer.from(await (${expression}))))
})`,
  )
  const sandbox = await findPictureSandbox()
  expect(sandbox.kind).toBe('found')
  const options = { clock: systemClock, processes: 1, sandbox }
  await using pictures = createPictures({ ...options, script: pathToFileURL(script) })
  const asked = { width: 1, height: 1, format: 'png', tiles: [] } as const
  const said = await pictures.stitch(asked, new AbortController().signal)
  await rm(folder, { recursive: true })
  return Buffer.from(said).toString()
}
