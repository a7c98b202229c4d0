import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleId } from '../../../testing/samples.ts'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const code = '4k7m2p9qx3ws8z1b'
const shared = anOwnTemplate({ access: 'shared', author: 'grace', template_code: null })
const byCode = `GET /api/templates/by-code/${code}`
const parse = 'POST /api/templates/parse'
const slow = { timeout: 10_000 }

describe('importing a shared template', () => {
  it('finds it by its code, and copies it', async () => {
    const copy = anOwnTemplate({ id: sampleId('tpl', 8) })
    const { api, dialog, router, user } = await setup({
      [byCode]: ok(shared),
      'POST /api/templates/copy': ok(copy, 201),
      [`GET /api/templates/${copy.id}`]: ok(copy),
      [`GET /api/templates/${copy.id}/versions`]: ok([]),
    })
    await user.type(dialog.getByRole('textbox', { name: 'Code or link' }), code)
    await user.click(dialog.getByRole('button', { name: 'Find template' }))
    const link = await dialog.findByRole('link', { name: 'PyTorch lab' })
    expect(link.getAttribute('href')).toBe(`/template/view/${shared.id}?code=${code}`)
    expect(dialog.getByText(/by grace/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Copy to my templates' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/template/${copy.id}`))
    expect(api.callsTo('POST /api/templates/copy')[0]?.body).toEqual({ template_code: code })
  })

  it('takes a pasted link, and says what is no code', async () => {
    const { api, dialog, user } = await setup({ [byCode]: ok(shared) })
    const field = dialog.getByRole('textbox', { name: 'Code or link' })
    await user.type(field, 'lab')
    await user.click(dialog.getByRole('button', { name: 'Find template' }))
    expect(await dialog.findByText(/Enter a code such as/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, `https://gridloom.example/template/view/${shared.id}?code=${code}`)
    await user.click(dialog.getByRole('button', { name: 'Find template' }))
    expect(await dialog.findByRole('link', { name: 'PyTorch lab' })).toBeTruthy()
    expect(api.callsTo(byCode)).toHaveLength(1)
  })

  it('says that a code opens nothing, and keeps it', async () => {
    const { dialog, user } = await setup({ [byCode]: refuse('not_found') })
    const field = dialog.getByRole('textbox', { name: 'Code or link' })
    await user.type(field, code)
    await user.click(dialog.getByRole('button', { name: 'Find template' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(typedIn(field)).toBe(code)
  })
})

describe('importing a text for Docker', () => {
  it('shows what was taken and what was left out, and opens the editor with it', async () => {
    const { api, dialog, router, user } = await setup({
      [parse]: ok({
        content: { image_path_with_tag: 'nginx:1', ports: [80] },
        refused: [{ part: '--privileged', reason: 'is not allowed' }],
      }),
    })
    await user.click(dialog.getByRole('radio', { name: 'Docker' }))
    const text = 'docker run --privileged -p 80:80 nginx:1'
    await user.type(dialog.getByRole('textbox', { name: 'docker run command' }), text)
    await user.click(dialog.getByRole('button', { name: 'Read it' }))
    const taken = within(await dialog.findByRole('region', { name: 'Taken over' }))
    expect(taken.getByText('nginx:1')).toBeTruthy()
    expect(dialog.getByRole('list', { name: 'Left out' }).textContent).toContain(
      '--privileged: is not allowed',
    )
    expect(api.callsTo(parse)[0]?.body).toEqual({ kind: 'docker_run', text })
    await user.click(dialog.getByRole('button', { name: 'Open in the editor' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/template/new'))
    const image = await screen.findByRole('textbox', { name: 'Image' }, slow)
    expect(typedIn(image)).toBe('nginx:1')
    expect(typedIn(screen.getByRole('textbox', { name: 'Container ports' }))).toBe('80')
  })

  it('names the service of a Compose file', async () => {
    const { api, dialog, user } = await setup({ [parse]: ok({ content: {}, refused: [] }) })
    await user.click(dialog.getByRole('radio', { name: 'Docker' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Text' }), 'Compose file')
    await user.type(dialog.getByRole('textbox', { name: 'Service' }), 'web')
    await user.type(dialog.getByRole('textbox', { name: 'Compose file' }), 'services:')
    await user.click(dialog.getByRole('button', { name: 'Read it' }))
    expect(await dialog.findByText('Nothing.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Open in the editor' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(api.callsTo(parse)[0]?.body).toMatchObject({ kind: 'compose', service: 'web' })
    await user.click(dialog.getByRole('button', { name: 'Back' }))
    expect(typedIn(dialog.getByRole('textbox', { name: 'Compose file' }))).toBe('services:')
  })
})

describe('importing a file', () => {
  it('reads an exported template in the browser', async () => {
    const { dialog, router, user } = await setup()
    await user.click(dialog.getByRole('radio', { name: 'JSON file' }))
    await upload(user, '{"template_name":"Lab","image_path_with_tag":"debian:12","secret":1}')
    expect(await dialog.findByText('debian:12')).toBeTruthy()
    expect(dialog.getByText('secret')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Open in the editor' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/template/new'))
    expect(typedIn(await screen.findByRole('textbox', { name: 'Name' }, slow))).toBe('Lab')
  })

  it('says that another file is none', async () => {
    const { dialog, user } = await setup()
    await user.click(dialog.getByRole('radio', { name: 'JSON file' }))
    await upload(user, 'FROM debian')
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'lab.json is not an exported template.',
    )
  })
})

type User = ReturnType<typeof renderApp>['user']

async function upload(user: User, text: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (field === null) throw new RangeError('no field for files')
  await user.upload(field, new File([text], 'lab.json', { type: 'application/json' }))
}

async function setup(answers: Answers = {}) {
  const app = renderApp({ path: '/template', answers })
  await app.user.click(await screen.findByRole('button', { name: 'Import' }, slow))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('textbox', { name: 'Code or link' })
  return { ...app, dialog }
}
