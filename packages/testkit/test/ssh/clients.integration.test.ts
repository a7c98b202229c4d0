import { type ChildProcessWithoutNullStreams, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/free-ports.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { type SshClient, startSshClient } from '../../src/ssh-client.ts'
import { type EndToEnd, setUpEndToEnd } from '../../src/ssh-end-to-end.ts'
import { toolboxRsync } from '../../src/toolbox-rsync.ts'

const exec = promisify(execFile)
const inWindow = fileURLToPath(new URL('../../src/ssh-in-window.py', import.meta.url))

let product: Product
let ssh: SshClient
let far: EndToEnd
let rsync: [string, ...string[]]
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own' })
  ssh = await startSshClient(product)
  await ssh.instance('box')
  far = await setUpEndToEnd({
    url: product.server.url,
    token: product.people.renter.token,
    folder: ssh.folder,
  })
  rsync = await toolboxRsync(ssh.folder)
  await ssh.run(['box', 'mkdir -p /web; echo page >/web/index.html; httpd -p 8080 -h /web'])
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

/** The programs of this machine, unmodified, by each of the two ways into the same instance. */
describe.each(['gateway', 'end to end'] as const)('by the way %s', (way) => {
  const host = way === 'gateway' ? '127.0.0.1' : 'box.gridloom'
  const options = () => (way === 'gateway' ? [...ssh.options, '-o', 'User=box'] : far.options)
  const command = () => ['ssh', ...options()].join(' ')
  const program = (name: string, ...words: string[]) => far.program(name, [...options(), ...words])
  const start = (...words: string[]) => far.start([...options(), ...words])
  const own = async (name: string) => {
    const folder = path.join(ssh.folder, way.replaceAll(' ', '-'))
    await mkdir(folder, { recursive: true })
    return path.join(folder, name)
  }
  const aFile = async (name: string, bytes: number) => {
    const file = await own(name)
    await writeFile(file, randomBytes(bytes))
    return file
  }

  it('ssh forwards to the instance, from it, and as a SOCKS proxy', async () => {
    const [local, socks] = [await freePort(), await freePort()]
    const here = createServer((socket) => socket.end('from your desk\n')).listen(0, '127.0.0.1')
    await once(here, 'listening')
    const child = start(
      ...['-L', `127.0.0.1:${local}:localhost:8080`, '-D', `127.0.0.1:${socks}`],
      ...['-R', `127.0.0.1:7171:127.0.0.1:${portOf(here)}`, '-o', 'ExitOnForwardFailure=yes'],
      ...[host, 'nc 127.0.0.1 7171; cat'],
    )
    expect(await firstOutput(child)).toBe('from your desk\n')
    expect(await curl(`http://127.0.0.1:${local}/`)).toBe('page\n')
    const proxied = ['--socks5-hostname', `127.0.0.1:${socks}`, 'http://localhost:8080/']
    expect(await curl(...proxied)).toBe('page\n')
    child.stdin.end()
    await once(child, 'exit')
    here.close()
  })

  it('a program finds every port that its client asked for before it', async () => {
    const here = createServer((socket) => socket.end('here\n')).listen(0, '127.0.0.1')
    await once(here, 'listening')
    const ports = [7_201, 7_202, 7_203, 7_204]
    const forwards = ports.flatMap((port) => ['-R', `127.0.0.1:${port}:127.0.0.1:${portOf(here)}`])
    const each = `for p in ${ports.join(' ')}; do nc 127.0.0.1 $p </dev/null || echo none; done`
    expect(await program('ssh', ...forwards, host, each)).toMatchObject({
      stdout: 'here\n'.repeat(ports.length),
    })
    here.close()
  })

  it('ssh runs many commands over one connection', async () => {
    const control = ['-o', 'ControlMaster=auto', '-o', `ControlPath=${await own('control')}`]
    const master = start(...control, host, 'echo ready; cat')
    await firstOutput(master)
    const ran = await Promise.all(
      Array.from({ length: 8 }, (_, n) => program('ssh', ...control, host, `echo ${n}; exit ${n}`)),
    )
    expect(ran).toEqual(
      Array.from({ length: 8 }, (_, code) => ({ stdout: `${code}\n`, stderr: '', code })),
    )
    master.stdin.end()
    await once(master, 'exit')
  })

  it('a terminal follows its window', async () => {
    const ran = await far.program('python3', [inWindow, 'ssh', ...options(), '-t', host])
    expect(ran).toMatchObject({ code: 5, stderr: '' })
  })

  it('the user’s SSH agent signs for programs in the instance', async () => {
    const started = await ssh.program('ssh-agent', ['-s'])
    const [, socket = ''] = /SSH_AUTH_SOCK=([^;]+)/.exec(started.stdout) ?? []
    const [, pid = ''] = /SSH_AGENT_PID=(\d+)/.exec(started.stdout) ?? []
    try {
      const key = path.join(ssh.folder, 'key')
      await ssh.program('env', [`SSH_AUTH_SOCK=${socket}`, 'ssh-add', '-q', key])
      const sign = `/.gridloom/bin/ssh-keygen -Y sign -n file -f /root/agent.pub`
      const words = ['-A', ...options(), host, `cat >agent.pub; echo signed | ${sign}`]
      const input = await readFile(`${key}.pub`)
      const ran = await far.program('env', [`SSH_AUTH_SOCK=${socket}`, 'ssh', ...words], input)
      const signature = await own('signature')
      await writeFile(signature, ran.stdout)
      const check = ['-Y', 'check-novalidate', '-n', 'file', '-s', signature]
      expect(await ssh.program('ssh-keygen', check, 'signed\n')).toMatchObject({ code: 0 })
    } finally {
      process.kill(Number(pid))
    }
  })

  it('sftp, and scp in both protocols, copy files', async () => {
    const sent = await aFile('sent', 3_000_000)
    const batch = await own('batch')
    await writeFile(batch, `put ${sent} /root/sftp\nget /root/sftp ${await own('sftp')}\n`)
    expect(await program('sftp', '-b', batch, host)).toMatchObject({ code: 0 })
    await program('scp', sent, `${host}:new`)
    await program('scp', '-O', `${host}:new`, await own('old'))
    for (const name of ['sftp', 'old'])
      expect((await readFile(await own(name))).equals(await readFile(sent)), name).toBe(true)
  })

  it('git pushes to a repository of the instance, and clones it', async () => {
    const remote = `/root/${way.replaceAll(' ', '-')}.git`
    expect(await program('ssh', host, `git init -q --bare ${remote}`)).toMatchObject({ code: 0 })
    const git = async (...words: string[]) => {
      const settings = [
        `core.sshCommand=${command()}`,
        'user.name=Ada',
        'user.email=ada@example.net',
      ]
      const ran = await far.program('git', [...settings.flatMap((one) => ['-c', one]), ...words])
      if (ran.code !== 0) throw new Error(ran.stderr)
    }
    const work = await own('work')
    await git('init', '-q', '-b', 'main', work)
    await writeFile(path.join(work, 'file'), 'hello\n')
    await git('-C', work, 'add', 'file')
    await git('-C', work, 'commit', '-qm', 'first')
    await git('-C', work, 'push', '-q', `${host}:${remote}`, 'main')
    await git('clone', '-q', '-b', 'main', `${host}:${remote}`, await own('back'))
    expect(await readFile(path.join(await own('back'), 'file'), 'utf8')).toBe('hello\n')
  })

  it('an editor’s way of working: a server started by a script, reached on the same connection', async () => {
    const socks = await freePort()
    const port = way === 'gateway' ? 9191 : 9192
    // As VS Code does it: no terminal, a script on standard input that stays open, and dynamic forwarding.
    const child = start('-T', '-D', `127.0.0.1:${socks}`, host, 'sh')
    child.stdin.write(`echo "starting $((6 * 7))"
      httpd -f -p 127.0.0.1:${port} -h /web >/dev/null 2>&1 </dev/null &
      until wget -qO /dev/null http://127.0.0.1:${port}/; do sleep 0.1; done; echo "listening on=${port}="\n`)
    let said = ''
    for await (const part of child.stdout) {
      said += part
      if (said.includes(`listening on=${port}=`)) break
    }
    expect(said).toContain('starting 42')
    const proxied = ['--socks5', `127.0.0.1:${socks}`, `http://127.0.0.1:${port}/`]
    expect(await curl(...proxied)).toBe('page\n')
    child.kill()
  })

  it('rsync goes on where it was cut off, when the agent was killed', async () => {
    const bytes = 8_000_000
    const remote = `/root/big-${way.replaceAll(' ', '-')}`
    await program('ssh', host, `head -c ${bytes} /dev/urandom >${remote}`)
    const into = await own('resumed')
    const words = ['--partial', '--inplace', '--stats', '-e', command(), `${host}:${remote}`, into]
    const first = far.program(rsync[0], [...rsync.slice(1), '--bwlimit=2500', ...words])
    await untilSize(into, 1_500_000)
    await product.machine.killAgent()
    expect((await first).code).not.toBe(0)
    expect((await stat(into)).size).toBeLessThan(bytes)
    await product.machine.startAgent()
    const second = await far.program(rsync[0], [...rsync.slice(1), ...words])
    expect(second).toMatchObject({ code: 0 })
    const [, literal = ''] = /Literal data: ([\d,]+)/.exec(second.stdout) ?? []
    expect(Number(literal.replaceAll(',', ''))).toBeLessThan(bytes - 1_000_000)
    const sums = [
      await program('ssh', host, `md5sum <${remote}`),
      await ssh.program('md5sum', [], await readFile(into)),
    ]
    expect(sums[0]?.stdout).toBe(sums[1]?.stdout)
  })

  it('scp fails when the server stops amid a copy, and takes no part for the whole', async () => {
    const bytes = 8_000_000
    const remote = `/root/big-${way.replaceAll(' ', '-')}`
    const into = await own('cut')
    const copying = program('scp', '-l', '20000', `${host}:${remote}`, into)
    await untilSize(into, 1_000_000)
    await product.restartServer()
    const ran = await copying
    expect(ran.code).not.toBe(0)
    expect(ran.stderr).not.toBe('')
    expect((await stat(into)).size).toBeLessThan(bytes)
    await product.until({
      read: async () => (await product.renter.system.config()).ssh,
      satisfies: (gateway) => gateway !== null,
    })
    await expect.poll(async () => (await far.ssh(['box.gridloom', 'true'])).code).toBe(0)
  })
})

/** The first output of a program. @throws when it ends without, with what it said */
async function firstOutput(child: ChildProcessWithoutNullStreams): Promise<string> {
  let complaint = ''
  child.stderr.on('data', (part) => (complaint += part))
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`ended with ${code}: ${complaint}`)
  })
  const [said] = await Promise.race([once(child.stdout, 'data'), ended])
  return String(said)
}

async function curl(...words: string[]): Promise<string> {
  return (await exec('curl', ['-sS', '--max-time', '10', ...words])).stdout
}

function untilSize(file: string, bytes: number): Promise<void> {
  const size = () =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    )
  return expect.poll(size, { timeout: 15_000, interval: 20 }).toBeGreaterThan(bytes)
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
