import type { AppDefinition } from '@gridloom/contract/apps/app'
import { ImageRecipe } from '@gridloom/contract/apps/recipe'
import { recipeImage } from '@gridloom/domain/apps/recipe-image'
import { openAccount, openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { aPng, asciiOf, dataUrlOf } from '../../../test/pictures.ts'
import { predefinedApps } from './predefined/index.ts'

type Server = Awaited<ReturnType<typeof startServer>>
let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.[Symbol.asyncDispose]())

const operator = async () => server.client(await openOperator(server))
const visitor = () => server.client()
const slugsOf = (apps: readonly { slug: string }[]) => apps.map(({ slug }) => slug)

describe('the app store', () => {
  it('shows its apps to visitors, and each by its name', async () => {
    const apps = await visitor().apps.list()
    expect(slugsOf(apps)).toEqual(slugsOf(predefinedApps))
    const web = await visitor().apps.read({ params: { slug: 'web-page' } })
    expect(web).toMatchObject({
      ...{ source: 'predefined', registry: null, picture: '/apps/web-page.svg', offers: 0 },
      ...{ from_micro_usd_per_hour: null, ready_s: null, starts: [], held_machines: 0 },
    })
    const { registry } = await visitor().apps.read({ params: { slug: 'open-webui' } })
    expect(registry).toBe('ghcr.io')
  })

  it('finds apps by their words and by category', async () => {
    const found = await visitor().apps.list({ query: { search: 'MineCraft' } })
    expect(slugsOf(found)).toEqual(['minecraft'])
    const games = await visitor().apps.list({ query: { category: 'games' } })
    expect(slugsOf(games)).toEqual(['minecraft'])
    expect(await visitor().apps.list({ query: { search: 'no such app' } })).toEqual([])
  })

  it('has no app of another name', async () => {
    const read = visitor().apps.read({ params: { slug: 'nothing' } })
    await expect(read).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the operator', () => {
  it('adds an app, changes it as a new version, and deletes it', async () => {
    const client = await operator()
    const params = { slug: 'own' }
    const made = await client.apps.create({ body: { ...params, definition } })
    expect(made).toMatchObject({ slug: 'own', version: '1', source: 'operator', hidden: false })
    const twice = client.apps.create({ body: { ...params, definition } })
    await expect(twice).rejects.toMatchObject({ code: 'app_taken' })
    const same = await client.apps.change({ params, body: { definition } })
    expect(same.version).toBe('1')
    const body = { definition: { ...definition, summary: 'Another one.' } }
    expect(await client.apps.change({ params, body })).toMatchObject({
      ...{ version: '2', summary: 'Another one.' },
    })
    expect(await visitor().apps.read({ params })).toMatchObject({ version: '2' })
    await client.apps.remove({ params })
    await expect(visitor().apps.read({ params })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('hides apps and puts them in order, predefined ones too', async () => {
    const client = await operator()
    const params = { slug: 'ollama' }
    await client.apps.change({ params, body: { hidden: true } })
    await expect(visitor().apps.read({ params })).rejects.toMatchObject({ code: 'not_found' })
    expect(slugsOf(await visitor().apps.list())).not.toContain('ollama')
    expect((await client.apps.readAny({ params })).hidden).toBe(true)
    const ordered = await client.apps.reorder({ body: { slugs: ['minecraft', 'ollama'] } })
    expect(slugsOf(ordered).slice(0, 3)).toEqual(['minecraft', 'ollama', 'jupyterlab'])
    expect(slugsOf(await client.apps.listAll())).toEqual(slugsOf(ordered))
    await client.apps.change({ params, body: { hidden: false } })
    await client.apps.reorder({ body: { slugs: predefinedApps.map(({ slug }) => slug) } })
    expect(slugsOf(await visitor().apps.list())).toEqual(slugsOf(predefinedApps))
  })

  it('changes and deletes no predefined app', async () => {
    const client = await operator()
    const params = { slug: 'web-page' }
    const refused = { code: 'app_predefined' }
    await expect(client.apps.change({ params, body: { definition } })).rejects.toMatchObject(
      refused,
    )
    await expect(client.apps.remove({ params })).rejects.toMatchObject(refused)
    const picture = { params: { ...params, place: 0 }, body: { image: null } }
    await expect(client.apps.changePicture(picture)).rejects.toMatchObject(refused)
    const body = { slug: 'web-page', definition }
    await expect(client.apps.create({ body })).rejects.toMatchObject({ code: 'app_taken' })
  })

  it('gives an app a picture and screenshots, which are files without anything beside their pixels', async () => {
    const client = await operator()
    const slug = 'pictured'
    await client.apps.create({ body: { slug, definition } })
    const image = dataUrlOf('image/png', aPng(64, 64))
    await client.apps.changePicture({ params: { slug, place: 0 }, body: { image } })
    const shown = await client.apps.changePicture({ params: { slug, place: 2 }, body: { image } })
    expect(shown.screenshots).toEqual([{ place: 2, url: shown.picture }])
    const hash = shown.picture?.split('/').at(-1) ?? ''
    const response = await fetch(`${server.url}/api/apps/pictures/${hash}`)
    expect(response.headers.get('content-type')).toBe('image/png')
    const broken = dataUrlOf('image/png', asciiOf('<svg onload=alert(1)>'))
    const place = { params: { slug, place: 1 }, body: { image: broken } }
    await expect(client.apps.changePicture(place)).rejects.toMatchObject({ code: 'invalid_input' })
    await client.apps.changePicture({ params: { slug, place: 2 }, body: { image: null } })
    expect((await client.apps.readAny({ params: { slug } })).screenshots).toEqual([])
    await client.apps.remove({ params: { slug } })
  })

  it.each([
    [
      'a privileged container',
      { container: { ...container, docker_options: '--privileged' } },
      'definition.container.docker_options',
    ],
    [
      'a page of a port that it does not have',
      { links: [{ title: 'Page', port: 81, path: '/' }] },
      'definition.links',
    ],
    [
      'a login that nothing sets',
      { login: { username: 'me', password: 'NOTHING' } },
      'definition.login',
    ],
    ['a field twice', { fields: [field, field] }, 'definition.fields'],
    [
      'an image that is built without a recipe',
      { container: { image_path_with_tag: 'gridloom/app/own:1' } },
      'definition.container.image_path_with_tag',
    ],
    [
      'a variable of ours',
      { fields: [{ ...field, name: 'GRIDLOOM_X' }] },
      'definition.fields.0.name',
    ],
  ] satisfies [string, Partial<Definition>, string][])('adds none with %s', async (_, part, at) => {
    const client = await operator()
    const body = { slug: 'bad', definition: { ...definition, ...part } }
    await expect(client.apps.create({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [at]: expect.any(String) },
    })
  })

  it('adds an app whose image is that of its recipe, whatever image it names', async () => {
    const client = await operator()
    const recipe = { base: 'gridloom/base:debian' as const, apt: ['nginx-light'] }
    const body = { slug: 'built', definition: { ...definition, recipe } }
    const { image, registry } = await client.apps.create({ body })
    expect(image).toBe(recipeImage('built', ImageRecipe.parse(recipe)))
    expect(registry).toBeNull()
    await client.apps.remove({ params: { slug: 'built' } })
  })
})

it('lets nobody but the operator change the catalogue', async () => {
  const client = server.client(await openAccount(server, { access: true }))
  const params = { slug: 'web-page' }
  const forbidden = { code: 'forbidden' }
  await expect(client.apps.listAll()).rejects.toMatchObject(forbidden)
  await expect(client.apps.create({ body: { slug: 'mine', definition } })).rejects.toMatchObject(
    forbidden,
  )
  await expect(client.apps.change({ params, body: { hidden: true } })).rejects.toMatchObject(
    forbidden,
  )
  await expect(client.apps.remove({ params })).rejects.toMatchObject(forbidden)
  await expect(client.apps.reorder({ body: { slugs: ['web-page'] } })).rejects.toMatchObject(
    forbidden,
  )
})

type Definition = z.input<typeof AppDefinition>

const field = { name: 'TITLE', label: 'Title', kind: 'text' } as const
const container = { image_path_with_tag: 'registry.example.com/team/app:1' }
const definition: Definition = {
  ...{ name: 'Own', summary: 'An app of ours.', category: 'web', container },
  description: '# Own\n\n<script>alert(1)</script>',
  fields: [field],
  ports: [{ port: 80, name: 'Page' }],
  links: [{ title: 'Page', port: 80, path: '/' }],
}
