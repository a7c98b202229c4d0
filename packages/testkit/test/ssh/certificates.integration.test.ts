import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { signIn } from '../../src/sign-up.ts'
import { type SshClient, startSshClient } from '../../src/ssh-client.ts'
import { type EndToEnd, setUpEndToEnd } from '../../src/ssh-end-to-end.ts'

let product: Product
let ssh: SshClient
let far: EndToEnd
let id: string
let key: string
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own' })
  ssh = await startSshClient(product)
  id = (await ssh.instance('box')).id
  far = await setUpEndToEnd({
    url: product.server.url,
    token: product.people.renter.token,
    folder: ssh.folder,
  })
  key = path.join(far.home, '.ssh/gridloom/id_ed25519')
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

describe('a certificate of gridloom ssh-cert', () => {
  it('opens an instance through the gateway with a key that no account has', async () => {
    const ran = await far.gridloom(['ssh-cert', 'box', '--valid', '10m'])
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`ssh -i ${key}`) })
    expect(await ssh.runWith(key, ['box', 'echo in'])).toMatchObject({ code: 0, stdout: 'in\n' })
    expect(await ssh.runWith(key, [id, 'true'])).toMatchObject({ code: 0 })
  })

  it('opens it end to end', async () => {
    const words = [...far.optionsWith(key), 'box.gridloom', 'echo in']
    const direct = await far.program('ssh', words)
    expect(direct).toMatchObject({ code: 0, stdout: 'in\n' })
  })

  it('is for the named instances alone', async () => {
    const other = await ssh.instance('other')
    expect(await ssh.runWith(key, ['other', 'true'])).toMatchObject({ code: 255 })
    expect(await ssh.runWith(key, [other.id, 'true'])).toMatchObject({ code: 255 })
    const stranger = await product.newcomer()
    const body = { public_key: (await readFile(`${key}.pub`, 'utf8')).trim(), instance_ids: [id] }
    await expect(
      stranger.client.ssh.certificate({ body: { ...body, instance_ids: [other.id] } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['ecdsa', '256'],
    ['rsa', '2048'],
  ])('may be for a key of type %s', async (type, bits) => {
    const given = path.join(ssh.folder, type)
    await ssh.program('ssh-keygen', ['-q', '-t', type, '-b', bits, '-N', '', '-f', given])
    await far.gridloom(['ssh-cert', 'box', '--key', `${given}.pub`])
    expect(await ssh.runWith(given, ['box', 'true'])).toMatchObject({ code: 0 })
  })

  it('of another authority opens nothing', async () => {
    const own = path.join(ssh.folder, 'own-authority')
    const mine = path.join(ssh.folder, 'mine')
    for (const file of [own, mine])
      await ssh.program('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
    const { stdout } = await ssh.program('ssh-keygen', ['-L', '-f', `${key}-cert.pub`])
    const [, keyId = ''] = /Key ID: "(.*)"/.exec(stdout) ?? []
    const sign = ['-q', '-s', own, '-I', keyId, '-n', id, '-V', '+5m', `${mine}.pub`]
    await ssh.program('ssh-keygen', sign)
    expect(await ssh.runWith(mine, ['box', 'true'])).toMatchObject({ code: 255 })
    // A certificate is public: without its key it is worth nothing.
    await writeFile(`${mine}-cert.pub`, await readFile(`${key}-cert.pub`))
    expect(await ssh.runWith(mine, ['box', 'true'])).toMatchObject({ code: 255 })
  })

  it('ends with the session that asked for it: open connections within two seconds', async () => {
    const { email, password } = product.people.renter
    const session = product.server.client(await signIn(product.server, { email, password }))
    const file = path.join(ssh.folder, 'session')
    await ssh.program('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
    const body = { public_key: (await readFile(`${file}.pub`, 'utf8')).trim(), valid_s: 3_600 }
    const { certificate } = await session.ssh.certificate({ body })
    await writeFile(`${file}-cert.pub`, `${certificate}\n`)
    const child = ssh.startWith(file, ['box', 'echo ready; sleep 60'])
    const said: string[] = []
    child.stderr.on('data', (part) => said.push(String(part)))
    await once(child.stdout, 'data')
    const startedMs = performance.now()
    await session.auth.logout()
    await once(child, 'exit')
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    expect(said.join('')).toContain('You no longer have access to box.')
    expect(await ssh.runWith(file, ['box', 'true'])).toMatchObject({ code: 255 })
  })
})

describe('a jump over the gateway', () => {
  it('reaches the SSH server inside, whose host key the gateway does not have', async () => {
    const server = await product.renter.ssh.server({ params: { id } })
    const known = path.join(ssh.folder, 'jump_known_hosts')
    const gateway = (await readFile(path.join(ssh.folder, 'known_hosts'), 'utf8')).trim()
    await writeFile(known, `${gateway}\nbox ${server.public_key}\n`)
    const jump = `ssh ${ssh.options.map((word) => `'${word}'`).join(' ')} -W %h:%p box@127.0.0.1`
    const ran = await ssh.program('ssh', [
      ...['-F', 'none', '-o', `ProxyCommand=${jump}`, '-o', `UserKnownHostsFile=${known}`],
      ...['-o', 'StrictHostKeyChecking=yes', '-o', 'BatchMode=yes', '-i', `${ssh.folder}/key`],
      ...['root@box', 'echo inside'],
    ])
    expect(ran).toEqual({ code: 0, stdout: 'inside\n', stderr: '' })
  })
})
