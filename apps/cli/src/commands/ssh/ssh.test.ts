import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Answers, type Call, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'
import { configText, includeLine, withInclude } from './config-text.ts'
import { makeSshKey } from './make-ssh-key.ts'

/** Skipped without OpenSSH (Debian: openssh-client), as there is nothing to compare with. */
const hasOpenSsh = spawnSync('ssh-keygen', ['-?']).error === undefined
const { id } = anInstance()
const publicKey = `ssh-ed25519 ${Buffer.alloc(51, 7).toString('base64')}`
const server = { public_key: publicKey, fingerprint: 'SHA256:abc', user: 'root' }

describe('ssh-config', () => {
  it('prints an entry for each instance, whose host key is known before the first connection', async () => {
    await using world = await aWorld({ answers: withServer() })
    const { stdout, code } = await world.run('ssh-config')
    expect(code).toBe(0)
    const known = join(world.home, '.ssh/gridloom/known_hosts')
    expect(stdout).toContain(`Host trial.gridloom ${id}\n  HostName ${id}\n  User root\n`)
    expect(stdout).toContain(`  ProxyCommand gridloom --server ${world.server.url} proxy %h\n`)
    expect(stdout).toContain(`  UserKnownHostsFile "${known}"\n  StrictHostKeyChecking yes\n`)
    expect(readFileSync(known, 'utf8')).toBe(`${id} ${publicKey} user=root\n`)
  })

  it('adds one line to the user’s own file, once, through a link, and keeps its permissions', async () => {
    await using world = await aWorld({ answers: withServer() })
    const [folder, own] = [join(world.home, '.ssh'), join(world.home, 'dotfiles-config')]
    mkdirSync(folder)
    writeFileSync(own, 'Host mine\n  User me\n', { mode: 0o640 })
    symlinkSync(own, join(folder, 'config'))
    for (const _ of [1, 2])
      expect(await world.run('ssh-config', '--write')).toMatchObject({ code: 0 })
    expect(readFileSync(own, 'utf8')).toBe(`${includeLine}\n\nHost mine\n  User me\n`)
    expect(statSync(own).mode & 0o777).toBe(0o640)
    const name = `${new URL(world.server.url).host.replace(':', '-')}.config`
    expect(readFileSync(join(folder, 'gridloom', name), 'utf8')).toContain('Host trial.gridloom')
  })

  it('refuses a host key that has changed, and changes no file', async () => {
    const keys = [server, { ...server, public_key: publicKey.replaceAll('B', 'C') }]
    await using world = await aWorld({
      answers: { ...withServer(), 'ssh.server': () => keys.shift() },
    })
    await world.run('ssh-config')
    const ran = await world.run('ssh-config', '--write')
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('has changed') })
    const known = readFileSync(join(world.home, '.ssh/gridloom/known_hosts'), 'utf8')
    expect(known).toBe(`${id} ${publicKey} user=root\n`)
  })

  it.each([
    { ...server, user: 'root\n  ProxyCommand touch /tmp/owned' },
    { ...server, public_key: `${publicKey}\n* ssh-ed25519 AAAA` },
    { ...server, user: '' },
  ])('writes nothing that a hostile machine reports: %j', async (hostile) => {
    await using world = await aWorld({ answers: withServer(hostile) })
    expect(await world.run('ssh-config', '--write')).toMatchObject({ code: 1, stdout: '' })
  })

  it('names instances by their ids alone where the label means something in ssh_config', async () => {
    const answers = { ...withServer(), 'instances.list': () => [anInstance({ label: '* my box' })] }
    await using world = await aWorld({ answers })
    expect((await world.run('ssh-config')).stdout).toContain(`Host ${id}\n`)
  })

  it('leaves out instances that do not run and were never asked, and says so', async () => {
    const stopped = anInstance({ state: 'stopped', desired: 'stopped', ready: false })
    await using world = await aWorld({ answers: { 'instances.list': () => [stopped] } })
    const ran = await world.run('ssh-config')
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('trial is left out') })
    expect(ran.stdout).not.toContain('\nHost ')
  })

  it.skipIf(!hasOpenSsh)('is understood by ssh, whatever program and server are called', () => {
    const entry = { id, aliases: ['trial.gridloom'], key: { publicKey, user: 'root' } }
    const text = configText([entry], {
      program: "/opt/it's 100%/gridloom",
      serverUrl: 'https://h.example/a%20b',
      knownHosts: '/home/a b/known_hosts',
    })
    using file = aFile(text)
    const words = ['-G', '-F', file.path, 'trial.gridloom']
    const said = execFileSync('ssh', words, { encoding: 'utf8' })
    expect(said).toContain(`hostname ${id}\n`)
    expect(said).toContain(`'/opt/it'\\''s 100%%/gridloom' --server https://h.example/a%%20b`)
  })
})

describe('withInclude', () => {
  it('finds the line that is there, in any case and with spaces around', () => {
    const config = `Host a\n\n  include gridloom/*.config \n`
    expect(withInclude(config, includeLine)).toBe(config)
  })
})

describe('proxy', () => {
  it('connects standard input and output, and ends with the input', async () => {
    await using world = await aWorld({
      sockets: {
        'ssh.connect': (socket) =>
          socket.on('message', (bytes, binary) => {
            if (binary) return socket.send(Buffer.from(String(bytes).toUpperCase()))
            socket.send('{"kind":"opened"}')
          }),
      },
    })
    const running = world.run('proxy', id)
    world.streams.input.write('hello')
    const [said] = await once(world.streams.output, 'data')
    expect(String(said)).toBe('HELLO')
    world.streams.input.end()
    expect(await running).toMatchObject({ code: 0, stdout: '' })
    expect(world.server.calls.map(({ name }) => name)).toEqual(['ssh.connect'])
  })

  it('says why the server closes the connection', async () => {
    await using world = await aWorld({
      sockets: {
        'ssh.connect': (socket) =>
          socket.once('message', () => {
            socket.send('{"kind":"opened"}')
            socket.close(1011, 'trial is stopped.')
          }),
      },
    })
    const ran = await world.run('proxy', id)
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('trial is stopped.') })
  })
})

describe('ssh-cert', () => {
  it('has a new key signed, and stores both where ssh looks for them', async () => {
    const calls: Call[] = []
    await using world = await aWorld({ answers: signing(calls) })
    const ran = await world.run('ssh-cert', 'trial', '--valid', '1h')
    const file = join(world.home, '.ssh/gridloom/id_ed25519')
    expect(ran.stdout).toContain(`ssh -i ${file}`)
    const made = readFileSync(`${file}.pub`, 'utf8').trim()
    expect(calls[0]?.body).toEqual({ public_key: made, valid_s: 3_600, instance_ids: [id] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(`${file}-cert.pub`, 'utf8')).toBe('ssh-ed25519-cert-v01@openssh.com AAAA\n')
  })

  it('signs a given key for all instances, and stores the certificate beside it', async () => {
    const calls: Call[] = []
    await using world = await aWorld({ answers: signing(calls) })
    const file = join(world.home, 'mine')
    writeFileSync(`${file}.pub`, `${publicKey} me@desk\n`)
    expect(await world.run('ssh-cert', '--key', `${file}.pub`)).toMatchObject({ code: 0 })
    expect(calls[0]?.body).toEqual({ public_key: `${publicKey} me@desk`, valid_s: 300 })
    expect(readFileSync(`${file}-cert.pub`, 'utf8')).toContain('cert-v01')
  })

  it.each(['0m', '30s', '13h', '5', '1d', '-5m', '5m5m'])(
    'takes no time such as %s',
    async (time) => {
      await using world = await aWorld()
      expect(await world.run('ssh-cert', '--valid', time)).toMatchObject({ code: 2 })
      expect(world.server.calls).toEqual([])
    },
  )

  it('asks for the public half, and reads no private key', async () => {
    await using world = await aWorld()
    expect(await world.run('ssh-cert', '--key', 'id')).toMatchObject({ code: 2 })
    expect(await world.run('ssh-cert', '--key', 'no.pub')).toMatchObject({ code: 4 })
  })

  it('says when there is no such instance', async () => {
    const answers = { 'ssh.certificate': () => new Refusal('not_found') }
    await using world = await aWorld({ answers })
    expect(await world.run('ssh-cert')).toMatchObject({ code: 4 })
  })
})

describe('makeSshKey', () => {
  it.skipIf(!hasOpenSsh)('makes keys that OpenSSH reads', () => {
    for (let time = 0; time < 3; time += 1) {
      const { privateKey, publicKey: made } = makeSshKey()
      using file = aFile(privateKey)
      expect(publicHalfOf(file.path)).toBe(made)
    }
  })
})

function publicHalfOf(file: string): string {
  return execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()
}

/** A file for its user alone. */
function aFile(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gridloom-ssh-'))
  const path = join(folder, 'file')
  writeFileSync(path, text, { mode: 0o600 })
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

function withServer(answer: object = server): Answers {
  return { 'instances.list': () => [anInstance()], 'ssh.server': () => answer }
}

function signing(calls: Call[]): Answers {
  return {
    'instances.list': () => [anInstance()],
    'ssh.certificate': (call) => {
      calls.push(call)
      return {
        certificate: 'ssh-ed25519-cert-v01@openssh.com AAAA',
        serial: '7',
        instance_ids: [idEndingIn('ins', 'aaaa1111')],
        expires_at: '2026-11-21T10:05:00.000Z',
        authority: publicKey,
      }
    },
  }
}
