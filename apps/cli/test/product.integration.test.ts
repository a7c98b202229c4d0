import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InstanceId } from '@gridloom/contract/core/ids'
import { Instance } from '@gridloom/contract/instances/instance'
import { RenderJob } from '@gridloom/contract/rendering/job'
import { codeFor } from '@gridloom/testkit/inbox'
import { type Product, startProduct } from '@gridloom/testkit/product'
import { describe, expect, it } from 'vitest'
import { blendFile } from './render-samples.ts'
import { type AtTerminal, atTerminal } from './run-words.ts'

/** 32 × 32 white pixels. */
const whitePng =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQAAAABbAUdZAAAAD0lEQVR4nGP4DwQMg5cAANrpf4GfiUYkAAAAAElFTkSuQmCC'

describe('the command line on the whole product', () => {
  it('registers, enters the code, rents, runs a command inside, and prints the receipt', async () => {
    await using product = await startProduct({ driver: 'fake' })
    using ada = atTerminal(product.server.url, { stdin: 'a password of tests\n' })

    const registered = await ada.run(
      ...['register', '--email', 'ada@example.com', '--password-stdin'],
    )
    expect(registered).toMatchObject({ code: 0 })
    expect(registered.stdout).toContain('gridloom register --otp CODE')
    expect((await ada.run('access', product.server.accessCode)).stderr).toContain('--otp CODE')
    const otp = await codeFor(product.server.inbox, 'ada@example.com')
    expect(await ada.run('register', '--otp', otp)).toMatchObject({ code: 0 })
    expect((await ada.run('ps')).code).toBe(8)
    expect(await ada.run('access', product.server.accessCode)).toMatchObject({ code: 0 })

    const offer = await product.offerOf()
    const rented = await ada.run(
      ...['rent', offer.id, '--image', 'gridloom/base:latest', '--disk', '1'],
      ...['--label', 'trial', '--yes', '--wait', '--json'],
    )
    expect(rented).toMatchObject({ code: 0, stderr: '' })
    expect(Instance.parse(JSON.parse(rented.stdout))).toMatchObject({ ready: true, label: 'trial' })

    expect((await ada.run('ps')).stdout).toMatch(/trial +ready/)
    expect(await ada.run('exec', 'trial', '--', 'echo', 'hello')).toMatchObject({ code: 0 })
    expect(await ada.run('logs', 'trial')).toMatchObject({ code: 0 })
    expect(await ada.run('stop', 'trial', '--wait')).toMatchObject({ code: 0 })
    expect((await ada.run('exec', 'trial', '--', 'date')).code).toBe(6)
    expect(await ada.run('start', 'trial', '--wait')).toMatchObject({ code: 0 })
    expect(await ada.run('destroy', 'trial', '--yes', '--wait')).toMatchObject({ code: 0 })
    expect((await ada.run('receipt', 'trial')).stdout).toContain('(final)')
    expect((await ada.run('ledger')).stdout).toContain('DAY')
    expect(await ada.run('logout')).toMatchObject({ code: 0 })
    expect((await ada.run('balance')).code).toBe(3)
  })

  it('uploads a Blender file once, and starts, pauses and cancels render jobs', async () => {
    await using product = await startProduct({ driver: 'fake' })
    using ada = await someone(product)
    const words = ['render', blendFile, '--frames', '1-5', '--budget', '1', '--yes', '--detach']
    const first = await ada.run(...words)
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('is rendering') })
    expect(first.stderr).toContain('Uploading')
    const { code, stdout, stderr } = await ada.run(...words, '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { job } = JSON.parse(stdout)
    expect(RenderJob.parse(job)).toMatchObject({ frames_total: 5, budget_micro_usd: 1_000_000 })
    expect(
      (await ada.run('renders')).stdout.match(/34-cycles-zstd\.blend +rendering/g),
    ).toHaveLength(2)
    expect((await ada.run('renders', 'pause', job.taskId)).stdout).toContain('is paused.')
    expect((await ada.run('renders', 'resume', job.taskId)).stdout).toContain('is rendering.')
    expect((await ada.run('renders', 'cancel', job.taskId, '--yes')).stdout).toContain('cancelled')
    expect((await ada.run('renders', 'watch', job.taskId)).stderr).toContain('was cancelled')
  })

  it('reports an instance of another account like one that does not exist', async () => {
    await using product = await startProduct({ driver: 'fake' })
    const { id } = await product.order()
    using stranger = await someone(product)
    const theirs = await stranger.run('inspect', InstanceId.parse(id))
    expect(theirs.code).toBe(4)
    expect(theirs.stderr).toContain("This instance does not exist, or you don't have access to it.")
  })

  it('finds values and the nearest offers, and handles links, pictures and settings', async () => {
    await using product = await startProduct({ driver: 'fake' })
    const { id } = await product.order({
      template: { image_path_with_tag: 'gridloom/base:latest', ports: [80] },
    })
    using renter = atTerminal(product.server.url, { token: product.people.renter.token })
    using provider = atTerminal(product.server.url, { token: product.people.provider.token })
    const machine = product.machine.id

    expect((await renter.run('offers', 'facets', '--fields', 'kind')).stdout).toMatch(/kind +cpu/)
    const none = await renter.run('offers', 'price<0.000001')
    expect(none.stdout).toMatch(/Similar, available now, nearest first:\nOFFER .*\n/)
    expect((await renter.run('prices', 'files')).stdout).toContain('first day')
    expect((await renter.run('prices', 'download', '2025-01')).code).toBe(4)
    expect((await renter.run('reviews', machine)).stdout).toBe('No reviews yet.\n')
    expect((await renter.run('savings', id, '--stop-idle', '30')).stdout).toContain('too little')
    expect((await renter.run('ports', 'share', id, '80', '--note', 'Ada')).code).toBe(0)
    expect((await renter.run('ports', 'links', id, '80')).stdout).toContain('Ada')
    expect((await renter.run('ports', 'revoke-link', id, '80', 'Ada')).code).toBe(0)
    expect((await renter.run('ports', 'links', id, '80')).stdout).toContain('No links.')

    const file = join(renter.home, 'white.png')
    await writeFile(file, Buffer.from(whitePng, 'base64'))
    const template = ['templates', 'create', '--name', 'lab', '--image', 'python:3.13']
    expect((await renter.run(...template)).code).toBe(0)
    expect((await renter.run('templates', 'picture', 'lab', file)).stdout).toContain('is set.')
    const copy = join(renter.home, 'copy.png')
    expect((await renter.run('templates', 'picture', 'lab', '-o', copy)).code).toBe(0)
    expect(await readFile(copy)).toEqual(await readFile(file))

    expect((await provider.run('machines', 'credits', machine)).stdout).toContain('nothing back')
    expect((await provider.run('gpus', 'history', machine)).code).toBe(0)
    const settings = await provider.run('gpus', 'alerts', 'settings', '--temperature', '80')
    expect(settings.stdout).toContain('from 80 °C')
    expect((await provider.run('trust', machine, '--check')).code).toBe(6)
  })

  it('refreshes an expired token once for concurrent commands', async () => {
    await using product = await startProduct({ driver: 'fake', clock: 'fake' })
    using ada = await someone(product)
    const before = ada.storedToken()
    await product.turn(16 * 60_000)
    const words = ['balance', 'ps', 'whoami', 'templates', 'offers']
    const codes = await Promise.all(words.map(async (word) => (await ada.run(word)).code))
    expect(codes).toEqual([0, 0, 0, 0, 0])
    expect(ada.storedToken()).not.toBe(before)
  })
})

describe('the command line of a provider', () => {
  it('lists no machines at first, cannot unlist another’s, and prints the install command', async () => {
    await using product = await startProduct({ driver: 'fake' })
    const { token } = await product.newcomer()
    using stranger = atTerminal(product.server.url, { token })
    expect((await stranger.run('machines')).stdout).toContain('No machines')
    expect((await stranger.run('machines', 'unlist', product.machine.id)).code).toBe(4)
    const made = await stranger.run('machines', 'token')
    expect(made.stdout).toMatch(/GRIDLOOM_ENROLMENT_TOKEN=enr_\S+; .* sh -s --\n$/)
  })
})

async function someone(product: Product): Promise<AtTerminal> {
  const { token } = await product.newcomer()
  return atTerminal(product.server.url, { token })
}
