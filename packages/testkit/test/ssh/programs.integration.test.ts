import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgePid, residentBytes } from '../../src/edge-process.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { addKey, type SshClient, startSshClient } from '../../src/ssh-client.ts'

const mib = 1024 * 1024
const stuckClients = 8
/** One window of a stream, and as much again in buffers on the way to the client. */
const stuckBytesMax = 16 * mib
/** The transfer beside them, and what the edge has not collected yet: 117 MiB were measured in all. */
const otherBytesMax = 64 * mib

let product: Product
let ssh: SshClient
let id: string
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own' })
  ssh = await startSshClient(product)
  id = (await ssh.instance('box')).id
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

describe('a command', () => {
  it('runs in the instance named by label or id; outputs stay apart, and its exit code arrives', async () => {
    const ran = await ssh.run(['box', 'echo out; echo err >&2; exit 7'])
    expect(ran).toEqual({ stdout: 'out\n', stderr: 'err\n', code: 7 })
    expect(await ssh.run([id, 'true'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('reads its input to the end, and more than any buffer', async () => {
    const input = Buffer.alloc(8 * 1024 * 1024, 'gridloom')
    const ran = await ssh.run(['box', 'md5sum'], { input })
    const here = await ssh.program('md5sum', [], input)
    expect(ran).toEqual(here)
  })

  it('gets the variables that the client sets', async () => {
    const options = ['-o', 'SetEnv=EPOCHS=12 LANG=de_DE.UTF-8']
    const ran = await ssh.run(['box', 'echo $EPOCHS $LANG'], { options })
    expect(ran.stdout).toBe('12 de_DE.UTF-8\n')
  })

  it('that does not exist fails as a shell says it', async () => {
    expect(await ssh.run(['box', 'no-such-program'])).toMatchObject({ code: 127 })
  })

  it('is hung up when its client leaves', async () => {
    const child = ssh.start(['box', 'echo $$; exec sleep 4242'])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await expect
      .poll(async () => (await ssh.run(['box', 'pgrep -f "[s]leep 4242" | wc -l'])).stdout.trim(), {
        timeout: 15_000,
      })
      .toBe('0')
  })
})

describe('a shell', () => {
  it('has a terminal of the client’s type and size, which follows the window', async () => {
    const options = ['-tt']
    const input = 'stty size; echo "TERM=$TERM"; exit 3\n'
    const ran = await ssh.run(['box'], { options, input })
    expect(ran.stdout).toContain('TERM=')
    expect(ran.stdout).toMatch(/^\d+ \d+\r$/m)
    expect(ran.code).toBe(3)
  })
})

describe('a client that reads nothing', () => {
  it('costs a bounded part of the edge’s memory, and others neither time nor their connection', async () => {
    const edge = await edgePid()
    const before = await residentBytes(edge)
    const stuck = Array.from({ length: stuckClients }, () => ssh.start(['box', 'cat /dev/zero']))
    for (const child of stuck) {
      await once(child.stdout, 'data')
      child.stdout.pause()
      // Its TCP window closes, too.
      child.kill('SIGSTOP')
    }
    const input = Buffer.alloc(32 * mib, 'gridloom')
    const here = await ssh.program('md5sum', [], input)
    // Meanwhile an unbounded one would have been sent hundreds of MiB.
    expect(await ssh.run(['box', 'md5sum'], { input })).toEqual(here)
    const taken = (await residentBytes(edge)) - before
    expect(taken).toBeLessThan(stuckClients * stuckBytesMax + otherBytesMax)
    for (const child of stuck) child.kill('SIGKILL')
    expect(await ssh.run(['box', 'echo served'])).toMatchObject({ stdout: 'served\n' })
    expect(await edgePid()).toBe(edge)
  })
})

describe('an attempt to sign in', () => {
  it('fails in the same words for an unknown name, a foreign instance and an unknown key', async () => {
    const stranger = await product.newcomer()
    const key = `${ssh.folder}/stranger`
    await addKey(stranger.client, key)
    const unknownKey = `${ssh.folder}/unknown`
    await ssh.program('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', unknownKey])
    const [name, foreign, unknown] = await Promise.all([
      ssh.run(['nothing', 'true']),
      ssh.runWith(key, ['box', 'true']),
      ssh.runWith(unknownKey, ['box', 'true']),
    ])
    for (const one of [name, foreign, unknown]) expect(one.code).toBe(255)
    const said = [name, foreign, unknown].map(({ stderr }) => stderr.replace(/^\S+@/, 'NAME@'))
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toContain('Permission denied (publickey)')
  })

  it('is never asked for a password', async () => {
    const options = ['-o', 'PubkeyAuthentication=no', '-o', 'BatchMode=no']
    const ran = await ssh.run(['box', 'true'], { options })
    expect(ran).toMatchObject({ code: 255, stdout: '' })
    expect(ran.stderr).toContain('Permission denied (publickey)')
  })
})

describe('a forward', () => {
  it('to a port of the instance carries bytes both ways (-L, -W)', async () => {
    await ssh.run([
      'box',
      'setsid sh -c "while true; do echo hello | nc -l -p 7070; done" >/dev/null 2>&1 &',
    ])
    await expect
      .poll(async () => (await ssh.run(['box'], { options: ['-W', 'localhost:7070'] })).stdout)
      .toBe('hello\n')
  })

  it('to a port where nothing listens fails, and the connection goes on', async () => {
    const ran = await ssh.run(['box'], { options: ['-W', 'localhost:7999'] })
    expect(ran.code).not.toBe(0)
    expect(await ssh.run(['box', 'echo on'])).toMatchObject({ stdout: 'on\n' })
  })

  it('from the instance reaches the client’s computer (-R)', async () => {
    const server = createServer((socket) => socket.end('from your desk\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = Object(server.address())
    const options = ['-R', `127.0.0.1:7171:127.0.0.1:${port}`, '-o', 'ExitOnForwardFailure=yes']
    const ran = await ssh.run(['box', 'nc 127.0.0.1 7171'], { options })
    server.close()
    expect(ran.stdout).toBe('from your desk\n')
  })
})

describe('a connection that is open', () => {
  it('ends within a second when its key is removed, with the reason', async () => {
    const newcomer = `${ssh.folder}/short-lived`
    await addKey(product.renter, newcomer)
    const child = ssh.startWith(newcomer, ['box', 'echo ready; sleep 60'])
    await once(child.stdout, 'data')
    const keys = await product.renter.keys.sshKeys()
    const added = keys.find(({ name }) => name.includes('short-lived')) ?? keys[0]
    const said: string[] = []
    child.stderr.on('data', (part) => said.push(String(part)))
    const startedMs = performance.now()
    await product.renter.keys.removeSshKey({ params: { id: added?.id ?? '' } })
    await once(child, 'exit')
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    expect(said.join('')).toContain('You no longer have access to box.')
  })

  it('ends with a line that says why when its instance is stopped', async () => {
    const instance = await ssh.instance('to-stop')
    const child = ssh.start(['to-stop', 'echo ready; sleep 60'])
    await once(child.stdout, 'data')
    const said: string[] = []
    child.stderr.on('data', (part) => said.push(String(part)))
    await product.renter.instances.stop({ params: { id: instance.id } })
    await once(child, 'exit')
    expect(said.join('')).toMatch(/to-stop is stopp/)
    const later = await ssh.run(['to-stop', 'true'])
    expect(later).toMatchObject({
      code: 255,
      stderr: expect.stringMatching(/to-stop is stopp.*Start it/),
    })
  })
})
