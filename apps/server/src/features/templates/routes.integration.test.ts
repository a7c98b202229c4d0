import type { NewTemplate } from '@gridloom/contract/templates/template'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { aPng } from '../../../test/pictures.ts'
import { foldStarts } from './starts-store.ts'

const bare = {
  template_name: 'PyTorch Lab',
  image_path_with_tag: 'registry.example.com/team/lab:1',
}
const whole = {
  ...bare,
  name: 'lab',
  launch_mode: 'entrypoint',
  docker_options: '-e MODE=train --shm-size 1g --ulimit nofile=4096 -p 8888:8888',
  docker_entry_point_tags: ['serve', '--name', 'a b'],
  env: { TOKEN: 'x' },
  ports: [6006],
  readiness: { kind: 'tcp', port: 8888, timeout_s: 60 },
  description: 'Notebooks with PyTorch.',
  template_description: '# Lab\n\nOpen port 8888.',
  include_readme: true,
  tags: ['notebook', 'pytorch'],
  recommended_disk_gb: 20,
  extra_filters: { kind: 'gpu', vram_mib_min: 16_384 },
  docker_repo_server: 'registry.example.com',
  docker_repo_username: 'team',
  public_template: false,
} satisfies z.input<typeof NewTemplate>

type Server = Awaited<ReturnType<typeof startServer>>
let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.[Symbol.asyncDispose]())

const account = async () => server.client(await openAccount(server, { access: true }))

describe('predefined templates', () => {
  it('are listed for a signed-in user, and each is returned by its id', async () => {
    const client = server.client(await openAccount(server, { access: false }))
    const templates = await client.templates.list()
    const names = templates.map(({ template_name }) => template_name)
    expect(names).toEqual(['Shell', 'Web server', 'Debian 12', 'Ray'])
    for (const template of templates)
      expect(await client.templates.read({ params: { id: template.id } })).toEqual(template)
  })

  it('are not there under another id, nor for a caller who is not signed in', async () => {
    const client = server.client(await openAccount(server, { access: false }))
    const id = 'tpl_7zzzzzzzzzzzzzzzzzzzzzzzzz'
    await expect(client.templates.read({ params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(server.client().templates.list()).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('a template', () => {
  it('keeps every field, and never returns its password', async () => {
    const client = await account()
    const password = 'never shown again'
    const made = await client.templates.create({
      body: { ...whole, docker_repo_password: password },
    })
    expect(made).toMatchObject({
      ...whole,
      version: '1',
      template_type: 'custom',
      public_template: false,
      docker_repo_password_saved: true,
      access: 'own',
      template_image: null,
    })
    expect(made.template_code).toMatch(/^[0-9a-z]{16}$/)
    const read = await client.templates.read({ params: { id: made.id } })
    expect(read).toEqual(made)
    expect(JSON.stringify(read)).not.toContain(password)
  })

  it('gets a name for commands from its name on screens, other than those that are taken', async () => {
    const client = await account()
    const first = await client.templates.create({ body: bare })
    const second = await client.templates.create({ body: bare })
    expect([first.name, second.name]).toEqual(['pytorch-lab', 'pytorch-lab-2'])
    const taken = client.templates.create({ body: { ...bare, name: 'pytorch-lab' } })
    await expect(taken).rejects.toMatchObject({ code: 'template_name_taken' })
  })

  it('is refused with each option that is not allowed, and with arguments that nothing takes', async () => {
    const client = await account()
    const refused = (body: object) =>
      expect(client.templates.create({ body: { ...bare, ...body } })).rejects
    await refused({ docker_options: '--privileged -e A=b -v /etc:/etc' }).toMatchObject({
      code: 'invalid_input',
      fields: { docker_options: expect.stringMatching(/--privileged.*\n.*\/etc/) },
    })
    await refused({ docker_entry_point_tags: ['x'] }).toMatchObject({
      fields: { docker_entry_point_tags: expect.any(String) },
    })
  })

  it('gets a new version with each change of its content, and returns to an earlier one', async () => {
    const client = await account()
    const { id } = await client.templates.create({ body: whole })
    const params = { id }
    const edited = await client.templates.change({
      params,
      body: { ...whole, on_start_script: '', description: 'Other.', from_version: '1' },
    })
    expect(edited).toMatchObject({ version: '2', description: 'Other.' })
    const same = await client.templates.change({
      params,
      body: { ...whole, description: 'Other.', public_template: true },
    })
    expect(same).toMatchObject({ version: '2', public_template: true })
    const stale = client.templates.change({ params, body: { ...whole, from_version: '1' } })
    await expect(stale).rejects.toMatchObject({
      code: 'template_changed',
      message: expect.stringContaining('version is now 2'),
    })
    const restored = await client.templates.restore({ params: { id, version: '1' } })
    expect(restored).toMatchObject({ version: '3', description: whole.description })
    const versions = await client.templates.versions({ params })
    expect(versions.map(({ version }) => version)).toEqual(['3', '2', '1'])
    expect(versions[1]?.content.description).toBe('Other.')
    await expect(client.templates.restore({ params: { id, version: '9' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('keeps its password with a change that says nothing of it, and loses it where that is said', async () => {
    const client = await account()
    const { id } = await client.templates.create({ body: { ...whole, docker_repo_password: 'p' } })
    const params = { id }
    const kept = await client.templates.change({ params, body: whole })
    expect(kept.docker_repo_password_saved).toBe(true)
    const without = await client.templates.change({
      params,
      body: { ...whole, docker_repo_password: null },
    })
    expect(without).toMatchObject({ docker_repo_password_saved: false, version: '1' })
  })

  it('shows its password to no other registry: not after a change, a restore, or for a test', async () => {
    const client = await account()
    const { id } = await client.templates.create({ body: { ...whole, docker_repo_password: 'p' } })
    const params = { id }
    for (const other of [
      { docker_repo_server: '', image_path_with_tag: 'evil.example.com/team/lab:1' },
      { docker_repo_server: 'evil.example.com' },
      { docker_repo_username: 'somebody' },
    ])
      await expect(
        client.templates.change({ params, body: { ...whole, ...other } }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        fields: { docker_repo_password: expect.stringContaining('again') },
      })
    const moved = { ...whole, docker_repo_server: 'other.example.com', docker_repo_password: 'q' }
    await client.templates.change({ params, body: moved })
    const restored = await client.templates.restore({ params: { id, version: '1' } })
    expect(restored.docker_repo_password_saved).toBe(false)
  })

  it('is deleted with its versions', async () => {
    const client = await account()
    const { id } = await client.templates.create({ body: bare })
    await client.templates.remove({ params: { id } })
    for (const call of [
      () => client.templates.read({ params: { id } }),
      () => client.templates.versions({ params: { id } }),
      () => client.templates.remove({ params: { id } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('has a picture at an address of its own, without the data that files carry beside it', async () => {
    const client = await account()
    const { id } = await client.templates.create({ body: bare })
    const image = `data:image/png;base64,${aPng(64, 64).toString('base64')}`
    const shown = await client.templates.changeImage({ params: { id }, body: { image } })
    const response = await fetch(`${server.url}${shown.template_image}`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(aPng(64, 64))
    const none = await client.templates.changeImage({ params: { id }, body: { image: null } })
    expect(none.template_image).toBeNull()
    const word = 'a text'
    const wrong = `data:image/png;base64,${Buffer.from(word).toString('base64')}`
    await expect(
      client.templates.changeImage({ params: { id }, body: { image: wrong } }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('a template of another account', () => {
  it('is not there for others: no call reads, changes, copies or deletes it', async () => {
    const [owner, stranger] = [await account(), await account()]
    const { id } = await owner.templates.create({ body: whole })
    const params = { id }
    for (const call of [
      () => stranger.templates.read({ params }),
      () => stranger.templates.change({ params, body: whole }),
      () => stranger.templates.remove({ params }),
      () => stranger.templates.versions({ params }),
      () => stranger.templates.restore({ params: { id, version: '1' } }),
      () => stranger.templates.renewCode({ params }),
      () => stranger.templates.changeImage({ params, body: { image: null } }),
      () => stranger.templates.export({ params, query: { format: 'json' } }),
      () => stranger.templates.copy({ body: { id } }),
      () => stranger.templates.changeDefault({ body: { id } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    expect(await stranger.templates.list({ query: { list: 'own' } })).toEqual([])
  })

  it('is opened by its code, until the code is renewed, without its login', async () => {
    const [owner, friend] = [await account(), await account()]
    const made = await owner.templates.create({ body: { ...whole, docker_repo_password: 'p' } })
    const code = made.template_code ?? ''
    const shared = await friend.templates.readByCode({ params: { code } })
    expect(shared).toMatchObject({
      ...{ id: made.id, access: 'shared', template_code: null, docker_repo_username: '' },
    })
    const params = { id: made.id }
    expect(await friend.templates.read({ params, query: { code } })).toEqual(shared)
    const renewed = await owner.templates.renewCode({ params })
    expect(renewed.template_code).not.toBe(code)
    await expect(friend.templates.readByCode({ params: { code } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is copied by its code as a private template of one’s own, with its picture', async () => {
    const [owner, friend] = [await account(), await account()]
    const made = await owner.templates.create({ body: { ...whole, docker_repo_password: 'p' } })
    const image = `data:image/png;base64,${aPng(64, 64).toString('base64')}`
    const shown = await owner.templates.changeImage({ params: { id: made.id }, body: { image } })
    const copy = await friend.templates.copy({ body: { template_code: made.template_code ?? '' } })
    expect(copy).toMatchObject({
      ...whole,
      docker_repo_username: '',
      docker_repo_password_saved: false,
      name: 'pytorch-lab',
      version: '1',
      access: 'own',
      public_template: false,
      template_image: shown.template_image,
    })
    expect(copy.id).not.toBe(made.id)
    await owner.templates.remove({ params: { id: made.id } })
    expect(await friend.templates.read({ params: { id: copy.id } })).toEqual(copy)
  })

  it('is listed when it is public, the most used first, and found by words and tags', async () => {
    const [owner, reader] = [await account(), await account()]
    const word = `unusual${Date.now()}`
    const publish = (name: string, tag: string) =>
      owner.templates.create({
        body: { ...bare, template_name: `${name} ${word}`, tags: [tag], public_template: true },
      })
    const [one, other] = [await publish('One', 'red'), await publish('Other', 'blue')]
    const { system } = server.container
    await system.transact(async (tx) => {
      for (const outcome of ['succeeded', 'failed'] as const) {
        const instance_id = system.ids.mint('instance')
        await tx.db
          .withTables<{ template_starts: Record<string, unknown> }>()
          .insertInto('template_starts')
          .values({ instance_id, template_id: other.id, outcome })
          .execute()
      }
      await foldStarts(tx)
    })
    const found = await reader.templates.list({ query: { list: 'public', search: word } })
    expect(found.map(({ id }) => id)).toEqual([other.id, one.id])
    expect(found[0]).toMatchObject({
      ...{ access: 'public', uses: 2, starts: { succeeded: 1, failed: 1 } },
      author: expect.stringMatching(/^account-/),
    })
    const red = await reader.templates.list({ query: { list: 'public', search: word, tag: 'red' } })
    expect(red.map(({ id }) => id)).toEqual([one.id])
    const query = { list: 'public', search: word, limit: 1, offset: 1 } as const
    expect((await reader.templates.list({ query })).map(({ id }) => id)).toEqual([one.id])
    expect(await reader.templates.list({ query: { list: 'public', search: '%' } })).toEqual([])
  })
})

describe('the default template', () => {
  it('is the first predefined one until another is chosen, and again once that is gone', async () => {
    const client = await account()
    const first = { template_name: 'Shell', version: '1' }
    expect(await client.templates.readDefault()).toMatchObject(first)
    const { id } = await client.templates.create({ body: bare })
    const chosen = { id, template_name: bare.template_name, version: '1' }
    expect(await client.templates.changeDefault({ body: { id } })).toEqual(chosen)
    expect(await client.templates.readDefault()).toEqual(chosen)
    await client.templates.remove({ params: { id } })
    expect(await client.templates.readDefault()).toMatchObject(first)
    expect(await client.templates.changeDefault({ body: { id: null } })).toMatchObject(first)
  })
})
