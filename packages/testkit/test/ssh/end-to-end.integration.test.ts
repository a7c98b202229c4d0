import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
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
  far = await setUpEndToEnd({
    url: product.server.url,
    token: product.people.renter.token,
    folder: ssh.folder,
  })
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

  it('admits the keys that the user wrote inside the instance too', async () => {
    const key = path.join(ssh.folder, 'inside')
    await ssh.program('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const asOther = far.optionsWith(key)
    const before = await far.program('ssh', [...asOther, host, 'true'])
    expect(before).toMatchObject({ code: 255, stderr: expect.stringContaining('publickey') })
    const line = (await readFile(`${key}.pub`, 'utf8')).trim()
    await far.ssh([host, `echo '${line}' >>/root/.ssh/authorized_keys`])
    expect(await far.program('ssh', [...asOther, host, 'true'])).toMatchObject({ code: 0 })
  })

  it('ends within two seconds when a key of the user is removed', async () => {
    await addKey(product.renter, path.join(ssh.folder, 'removed'))
    const child = far.start([...far.options, host, 'echo ready; sleep 60'])
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
    const ran = await far.program('env', [
      `GRIDLOOM_TOKEN=${stranger.token}`,
      far.gridloomProgram,
      ...words,
    ])
    expect(ran).toMatchObject({ code: 4, stdout: '' })
  })

  it('says why it ends when the instance stops, and why it does not begin', async () => {
    const child = far.start([...far.options, host, 'echo ready; sleep 60'])
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
