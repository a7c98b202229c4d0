import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { packTar } from '@gridloom/agent/runtime/pack-tar'
import { builtInTemplates } from '@gridloom/server/features/templates/built-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../src/free-ports.ts'
import type { OrderChanges } from '../../src/order.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { type SshClient, startSshClient } from '../../src/ssh-client.ts'
import { toolboxRsync } from '../../src/toolbox-rsync.ts'

const exec = promisify(execFile)
const emptyImage = 'gridloom-test/empty:1'
/** An image without any file needs a program to stay running, and has that of the toolbox. */
const emptyTemplate = {
  image_path_with_tag: emptyImage,
  launch_mode: 'entrypoint' as const,
  on_start_script: '/.gridloom/bin/sh -c "while :; do sleep 60; done"',
}
const images: readonly (readonly [string, OrderChanges])[] = [
  ...firstOfEachImage().map(
    ({ id, name }) => [`the template ${name}`, { template_id: id }] as const,
  ),
  ['an empty image', { template: emptyTemplate }],
]

/** Templates of one image differ in what they start, which is what a template's own test is for. */
function firstOfEachImage() {
  return [
    ...new Map(builtInTemplates.toReversed().map((one) => [one.image_path_with_tag, one])).values(),
  ]
}

/** Serves a page, in any image. */
const server =
  'mkdir web; echo page >web/index.html; exec /.gridloom/bin/busybox httpd -f -p 7070 -h web'

let product: Product
let ssh: SshClient
let rsync: [string, ...string[]]
beforeAll(async () => {
  const parts = { edge: 'on', toolbox: 'own', cpuSlots: 4, allowImages: [emptyImage] } as const
  product = await startProduct({ driver: 'docker', ...parts })
  ssh = await startSshClient(product)
  rsync = await toolboxRsync(ssh.folder)
  await importEmpty()
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

describe.each(images)('an instance of %s', (name, ordered) => {
  // Building it takes minutes; an installation does so once, when it is first rented.
  const isDebian = name.includes('Debian')

  it('is worked in with ssh, scp, sftp, rsync, git and curl', async ({ skip }) => {
    if (isDebian && !(await hasImage('gridloom/base:debian')))
      skip('the engine has no gridloom/base:debian: rent the template Debian 12 once')
    const label = name.replaceAll(/\W+/g, '-')
    const { id } = await product.order({ label, ...ordered })
    await product.untilInstance(id, ({ state }) => state === 'running' || state === 'failed')
    const { client, folder } = await clientOf(label)
    const sent = path.join(folder, 'sent')
    await writeFile(sent, randomBytes(300_000))

    expect(await ssh.run([label, 'echo hello; exit 3'])).toEqual({
      ...{ stdout: 'hello\n', stderr: '', code: 3 },
    })
    await client('scp', sent, `${host}:scp`)
    await client('scp', '-O', `${host}:scp`, path.join(folder, 'scp'))
    const batch = path.join(folder, 'batch')
    await writeFile(batch, `put ${sent} sftp\nget sftp ${folder}/sftp\n`)
    await client('sftp', '-b', batch, host)
    const words = ['-e', ['ssh', ...options(label)].join(' ')]
    await program(rsync[0], ...rsync.slice(1), ...words, sent, `${host}:rsync`)
    await program(rsync[0], ...rsync.slice(1), ...words, `${host}:rsync`, `${folder}/rsync`)
    for (const copy of ['scp', 'sftp', 'rsync'])
      expect((await readFile(path.join(folder, copy))).equals(await readFile(sent)), copy).toBe(
        true,
      )

    await client('ssh', host, 'git init -q --bare work.git')
    const work = path.join(folder, 'work')
    await git(label, 'init', '-q', '-b', 'main', work)
    await git(label, '-C', work, 'commit', '-q', '--allow-empty', '-m', name)
    await git(label, '-C', work, 'push', '-q', `${host}:work.git`, 'main')
    await git(label, 'clone', '-q', '-b', 'main', `${host}:work.git`, `${folder}/clone`)
    const log = await git(label, '-C', `${folder}/clone`, 'log', '--format=%s')
    expect(log).toBe(`${name}\n`)

    expect(await curlThrough(label)).toBe('page\n')
    await product.renter.instances.destroy({ params: { id } })
  })
})

const host = '127.0.0.1'
const options = (label: string) => [...ssh.options, '-o', `User=${label}`]

async function clientOf(label: string) {
  const folder = path.join(ssh.folder, label)
  await mkdir(folder)
  const client = (name: string, ...words: string[]) => program(name, ...options(label), ...words)
  return { client, folder }
}

/** Runs a program of this computer. @throws with what it said when it fails */
async function program(name: string, ...words: string[]): Promise<string> {
  const { stdout, stderr, code } = await ssh.program(name, words)
  if (code !== 0) throw new Error(`${name}: exit ${code}: ${stderr}`)
  return stdout
}

function git(label: string, ...words: string[]): Promise<string> {
  const command = ['ssh', ...options(label)].join(' ')
  const settings = [`core.sshCommand=${command}`, 'user.name=Ada', 'user.email=ada@example.net']
  return program('git', ...settings.flatMap((one) => ['-c', one]), ...words)
}

/** Fetches a page of a server in the instance through a forwarded port. */
async function curlThrough(label: string): Promise<string> {
  const { first: port } = await freePorts(1)
  const forward = ['-L', `127.0.0.1:${port}:127.0.0.1:7070`, '-o', 'ExitOnForwardFailure=yes']
  const words = [...options(label), ...forward, host, `echo ready; ${server}`]
  const child = spawn('ssh', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const limits = ['--max-time', '10', '--retry', '5', '--retry-all-errors', '--retry-delay', '1']
  const { stdout } = await exec('curl', ['-sS', ...limits, `http://127.0.0.1:${port}/`])
  child.kill()
  return stdout
}

async function importEmpty(): Promise<void> {
  const archive = await packTar([{ name: 'tmp/', type: 'directory', mode: 0o1777 }])
  const kind = 'root_file_system' as const
  await product.machine.runtime.importImage(
    { image: emptyImage, stream: Readable.from([archive]), kind, changes: [] },
    AbortSignal.timeout(20_000),
  )
}

async function hasImage(image: string): Promise<boolean> {
  const found = await product.machine.runtime.imageId(image, AbortSignal.timeout(20_000))
  return found !== undefined
}
