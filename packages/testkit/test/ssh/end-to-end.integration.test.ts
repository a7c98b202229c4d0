import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { addKey, type SshClient, startSshClient } from '../../src/ssh-client.ts'
import { type EndToEnd, setUpEndToEnd } from '../../src/ssh-end-to-end.ts'

let product: Product
let ssh: SshClient
let far: EndToEnd
let id: string
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own' })
  ssh = await startSshClient(product)
  id = (await ssh.instance('box')).id
  far = await setUpEndToEnd(product, ssh)
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

const host = 'box.gridloom'

describe('ssh, configured by gridloom ssh-config', () => {
  it('asks nothing at the first connection, and runs commands', async () => {
    const ran = await far.ssh([host, 'echo out; echo err >&2; exit 7'])
    expect(ran).toEqual({ stdout: 'out\n', stderr: 'err\n', code: 7 })
  })

  it('has terminals', async () => {
    const ran = await far.ssh(['-tt', host], 'test -t 0 && echo has a "terminal"; exit 3\n')
    expect(ran.stdout).toContain('has a terminal')
    expect(ran.code).toBe(3)
  })

  it('forwards to the instance, from it, and as a SOCKS proxy', async () => {
    await far.ssh([host, 'mkdir -p /web; echo page >/web/index.html; httpd -p 8080 -h /web'])
    const [local, socks] = [await freePort(), await freePort()]
    const desk = createServer((socket) => socket.end('from your desk\n')).listen(0, '127.0.0.1')
    await once(desk, 'listening')
    const deskPort = portOf(desk)
    const child = far.start([
      ...['-L', `127.0.0.1:${local}:localhost:8080`, '-D', `127.0.0.1:${socks}`],
      ...['-R', `127.0.0.1:7171:127.0.0.1:${deskPort}`, '-o', 'ExitOnForwardFailure=yes'],
      ...[host, 'nc 127.0.0.1 7171; cat'],
    ])
    const [said] = await once(child.stdout, 'data')
    expect(String(said)).toBe('from your desk\n')
    const curl = (...words: string[]) => ssh.program('curl', ['-sS', '--max-time', '10', ...words])
    expect((await curl(`http://127.0.0.1:${local}/`)).stdout).toBe('page\n')
    const proxied = ['--socks5-hostname', `127.0.0.1:${socks}`, 'http://localhost:8080/']
    expect((await curl(...proxied)).stdout).toBe('page\n')
    child.stdin.end()
    await once(child, 'exit')
    desk.close()
  })

  it('lets the user’s SSH agent sign for programs in the instance', async () => {
    const started = await ssh.program('ssh-agent', ['-s'])
    const [, socket = ''] = /SSH_AUTH_SOCK=([^;]+)/.exec(started.stdout) ?? []
    const [, pid = ''] = /SSH_AGENT_PID=(\d+)/.exec(started.stdout) ?? []
    try {
      const ran = await far.ssh(['-o', `ForwardAgent=${socket}`, host, 'test -S $SSH_AUTH_SOCK'])
      expect(ran).toMatchObject({ code: 0, stderr: '' })
    } finally {
      process.kill(Number(pid))
    }
  })

  it('copies files with sftp, and with both protocols of scp', async () => {
    const sent = await aFile('sent', 3_000_000)
    const got = (name: string) => path.join(ssh.folder, name)
    const batch = got('batch')
    await writeFile(batch, `put ${sent} /root/sftp\nget /root/sftp ${got('sftp')}\n`)
    expect(await far.program('sftp', [...far.options, '-b', batch, host])).toMatchObject({ code: 0 })
    await far.program('scp', [...far.options, sent, `${host}:new`])
    await far.program('scp', [...far.options, '-O', `${host}:new`, got('old')])
    for (const name of ['sftp', 'old'])
      expect((await readFile(got(name))).equals(await readFile(sent)), name).toBe(true)
  })

  it('pushes to a git repository of the instance, and clones it', async () => {
    expect(await far.ssh([host, 'git init -q --bare /root/work.git'])).toMatchObject({ code: 0 })
    const work = path.join(ssh.folder, 'work')
    const back = path.join(ssh.folder, 'back')
    const git = async (...words: string[]) => {
      const command = `core.sshCommand=ssh ${far.options.join(' ')}`
      const user = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.net']
      const ran = await far.program('git', ['-c', command, ...user, ...words])
      if (ran.code !== 0) throw new Error(ran.stderr)
    }
    await mkdir(work)
    await git('init', '-q', '-b', 'main', work)
    await writeFile(path.join(work, 'file'), 'hello\n')
    await git('-C', work, 'add', 'file')
    await git('-C', work, 'commit', '-qm', 'first')
    await git('-C', work, 'push', '-q', `${host}:work.git`, 'main')
    await git('clone', '-q', '-b', 'main', `${host}:work.git`, back)
    expect(await readFile(path.join(back, 'file'), 'utf8')).toBe('hello\n')
  })

  it('admits the keys that the user wrote inside the instance too', async () => {
    const key = path.join(ssh.folder, 'inside')
    await ssh.program('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const asOther = ['-o', `IdentityFile=${key}`, ...without(far.options, 'IdentityFile')]
    const before = await far.program('ssh', [...asOther, host, 'true'])
    expect(before).toMatchObject({ code: 255, stderr: expect.stringContaining('publickey') })
    const line = (await readFile(`${key}.pub`, 'utf8')).trim()
    await far.ssh([host, `echo '${line}' >>/root/.ssh/authorized_keys`])
    expect(await far.program('ssh', [...asOther, host, 'true'])).toMatchObject({ code: 0 })
  })

  it('ends within two seconds when a key of the user is removed', async () => {
    await addKey(product.renter, path.join(ssh.folder, 'removed'))
    const child = far.start([host, 'echo ready; sleep 60'])
    await once(child.stdout, 'data')
    const [newest] = await product.renter.keys.sshKeys()
    const startedMs = performance.now()
    await product.renter.keys.removeSshKey({ params: { id: newest?.id ?? '' } })
    await once(child, 'exit')
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  it('shows the host key of the page, which the control plane does not have', async () => {
    const server = await product.renter.ssh.server({ params: { id } })
    const shown = await far.ssh([host, `/.gridloom/bin/ssh-keygen -lf /var/lib/gridloom-ssh/${id}`])
    expect(shown.stdout).toContain(server.fingerprint)
    const known = await readFile(path.join(far.home, '.ssh/gridloom/known_hosts'), 'utf8')
    expect(known).toBe(`${id} ${server.public_key} user=root\n`)
  })

  it('is refused to others as if there were no such instance', async () => {
    const stranger = await product.newcomer()
    await expect(stranger.client.ssh.server({ params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    const words = ['--server', product.server.url, 'proxy', id]
    const ran = await far.program('env', [`GRIDLOOM_TOKEN=${stranger.token}`, far.gridloomProgram, ...words])
    expect(ran).toMatchObject({ code: 4, stdout: '' })
  })

  it('says why it ends when the instance stops, and why it does not begin', async () => {
    const child = far.start([host, 'echo ready; sleep 60'])
    await once(child.stdout, 'data')
    const said: string[] = []
    child.stderr.on('data', (part) => said.push(String(part)))
    const { id: instance } = await product.renter.instances.stop({ params: { id } })
    await once(child, 'exit')
    expect(said.join('')).toMatch(/box is stopp/)
    await product.untilInstance(instance, ({ state }) => state === 'stopped')
    expect((await far.ssh([host, 'true'])).stderr).toMatch(/stopped/)
  })

  it('keeps its host key over a stop', async () => {
    const before = await readFile(path.join(far.home, '.ssh/gridloom/known_hosts'), 'utf8')
    const { id: instance } = await product.renter.instances.start({ params: { id } })
    await product.untilInstance(instance, ({ state }) => state === 'running')
    expect(await far.ssh([host, 'echo back'])).toMatchObject({ stdout: 'back\n' })
    await far.gridloom(['ssh-config', '--write'])
    expect(await readFile(path.join(far.home, '.ssh/gridloom/known_hosts'), 'utf8')).toBe(before)
  })
})

/** Options without the one of this name. */
function without(options: readonly string[], name: string): string[] {
  const at = options.findIndex((option) => option.startsWith(`${name}=`))
  return options.filter((_, index) => index !== at && index !== at - 1)
}

async function aFile(name: string, bytes: number): Promise<string> {
  const file = path.join(ssh.folder, name)
  await writeFile(file, randomBytes(bytes))
  return file
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
