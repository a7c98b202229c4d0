import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aTemplate } from '../../../testing/renter-samples.ts'
import { anOwnTemplate, aTemplateVersion } from '../../../testing/template-samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const own = anOwnTemplate()
const one = `/api/templates/${own.id}`
const create = 'POST /api/templates'
const change = `PUT ${one}`
const slow = { timeout: 10_000 }

describe('a new template', () => {
  it('is created with what was typed, and goes on as a stored one', async () => {
    const { api, router, user } = await setupNew({ [create]: ok(own, 201) })
    await user.type(field('Name'), 'PyTorch lab')
    await user.type(field('Image'), 'ghcr.io/ada/lab:2.7')
    await user.type(tagsField('Tags'), 'Notebook{Enter}')
    await user.type(field('Container ports'), '8888')
    await writeScript('jupyter lab')
    await user.click(screen.getByRole('button', { name: 'Add a variable' }))
    await user.type(field('Variable name'), 'TOKEN')
    await user.type(field('Value of TOKEN'), 'x')
    await user.type(field('VRAM at least'), '24')
    await user.click(screen.getByRole('button', { name: 'Create template' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/template/${own.id}`))
    expect(api.callsTo(create)[0]?.body).toMatchObject({
      template_name: 'PyTorch lab',
      image_path_with_tag: 'ghcr.io/ada/lab:2.7',
      tags: ['notebook'],
      ports: [8888],
      on_start_script: 'jupyter lab',
      env: { TOKEN: 'x' },
      extra_filters: { vram_mib_min: 24_576 },
      public_template: false,
    })
    expect(await screen.findByText('Created PyTorch lab')).toBeTruthy()
    expect(screen.queryByText('Discard changes?')).toBeNull()
  })

  it('shows errors at its fields, moves there, and is not sent', async () => {
    const { api, user } = await setupNew()
    await user.type(field('Docker options'), '--privileged')
    expect(await screen.findByRole('list', { name: 'Left out' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create template' }))
    expect(await screen.findByText('Check the highlighted fields')).toBeTruthy()
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('Name'))
    expect(field('Docker options').getAttribute('aria-invalid')).toBe('true')
    expect(api.callsTo(create)).toEqual([])
  })

  it('shows that its name in commands is taken, and keeps what was typed', async () => {
    const { user } = await setupNew({ [create]: refuse('template_name_taken') })
    await user.type(field('Name'), 'Lab')
    await user.type(field('Image'), 'debian:12')
    await user.click(screen.getByRole('button', { name: 'Create template' }))
    await waitFor(() => expect(field('Name in commands').getAttribute('aria-invalid')).toBe('true'))
    expect(typedIn(field('Image'))).toBe('debian:12')
  })

  it('previews the resulting run', async () => {
    const { user } = await setupNew()
    await user.type(field('Image'), 'debian:12')
    await user.type(field('Container ports'), '8080')
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    expect(preview.getByText(/-p 8080/).textContent).toContain('debian:12')
    expect(preview.getByText('No login')).toBeTruthy()
  })
})

describe('the editor of a template', () => {
  it('saves a new version on Ctrl-S', async () => {
    const saved = anOwnTemplate({ version: '5', description: 'JupyterLab with PyTorch. Fast' })
    const { api, user } = await setup({ [change]: ok(saved) })
    api.answer(`GET ${one}`, ok(saved))
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(field('Description'), ' Fast')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('Saved PyTorch lab as version 5')).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toMatchObject({
      description: 'JupyterLab with PyTorch. Fast',
      from_version: '4',
      on_start_script: own.on_start_script,
    })
    expect(await screen.findByText('Version 5, saved')).toBeTruthy()
  })

  it('keeps what is typed while it saves', async () => {
    const late = held(ok(anOwnTemplate({ version: '5', description: 'One' })))
    const { user } = await setup({ [change]: late.answer })
    await user.type(field('Description'), ' one')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(field('Description'), ' two')
    late.letGo()
    expect(await screen.findByText('Unsaved changes')).toBeTruthy()
    expect(typedIn(field('Description'))).toBe('JupyterLab with PyTorch. one two')
  })

  it('says that a newer version was saved meanwhile, and loads it on request', async () => {
    const newer = anOwnTemplate({ version: '5', description: 'By somebody else' })
    const { api, user } = await setup({ [change]: refuse('template_changed') })
    await user.type(field('Description'), ' mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    api.answer(`GET ${one}`, ok(newer))
    const load = await screen.findByRole('button', { name: 'Load the new version' })
    expect(typedIn(field('Description'))).toBe('JupyterLab with PyTorch. mine')
    await user.click(load)
    await waitFor(() => expect(typedIn(field('Description'))).toBe('By somebody else'))
    expect(screen.queryByRole('button', { name: 'Load the new version' })).toBeNull()
  })

  it('asks before it is left with unsaved changes', async () => {
    const { router, user } = await setup()
    await user.type(field('Description'), ' mine')
    await user.click(screen.getAllByRole('link', { name: 'Templates' })[0] ?? field('Name'))
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(router.state.location.pathname).toBe(`/template/${own.id}`)
    expect(typedIn(field('Description'))).toBe('JupyterLab with PyTorch. mine')
    await user.click(screen.getAllByRole('link', { name: 'Templates' })[0] ?? field('Name'))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/template'))
  })

  it('is left at once without changes', async () => {
    const { router, user } = await setup()
    await user.click(screen.getAllByRole('link', { name: 'Templates' })[0] ?? field('Name'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/template'))
  })

  it('discards changes on request', async () => {
    const { user } = await setup()
    await user.type(field('Description'), ' mine')
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(typedIn(field('Description'))).toBe('JupyterLab with PyTorch.')
  })

  it('offers a copy of a template of somebody else', async () => {
    renderApp({
      path: `/template/${own.id}`,
      answers: { [`GET ${one}`]: ok(aTemplate({ id: own.id })) },
    })
    expect(
      await screen.findByText('Only its author can change this template', {}, slow),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy to my templates' })).toBeTruthy()
  })

  it('shows an error with a retry', async () => {
    const { api, user } = renderApp({
      path: `/template/${own.id}`,
      answers: { [`GET ${one}`]: refuse('not_found'), [`GET ${one}/versions`]: ok([]) },
    })
    await screen.findByText('The template could not be loaded', {}, slow)
    api.answer(`GET ${one}`, ok(own))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'Description' }, slow)).toBeTruthy()
  })
})

describe('the login of the registry', () => {
  it('never shows a saved password, and replaces or removes it', async () => {
    const saved = anOwnTemplate({ docker_repo_username: 'ada', docker_repo_password_saved: true })
    const { api, user } = await setup({ [`GET ${one}`]: ok(saved), [change]: ok(saved) })
    expect(screen.getByText('A password is saved')).toBeTruthy()
    const check = 'POST /api/templates/check-image'
    await user.click(screen.getByRole('button', { name: 'Test' }))
    await waitFor(() =>
      expect(api.callsTo(check)[0]?.body).toMatchObject({
        ...{ template_id: saved.id, docker_repo_password: '' },
      }),
    )
    await user.type(field('User name'), '2')
    expect(screen.getByRole('button', { name: 'Test' })).toHaveProperty('disabled', true)
    await user.type(field('User name'), '{Backspace}')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(change)[0]?.body).toMatchObject({ docker_repo_password: null }),
    )
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText('Password or token'), 'hunter2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(change)[1]?.body).toMatchObject({ docker_repo_password: 'hunter2' }),
    )
    expect(await screen.findByText('A password is saved')).toBeTruthy()
  })

  it('is tested with the image, until either changes', async () => {
    const check = 'POST /api/templates/check-image'
    const { api, user } = await setup({
      [check]: ok({
        registry: 'ghcr.io',
        signed_in_as: 'ada',
        digest: `sha256:${'a'.repeat(64)}`,
        size_bytes: 1_288_490_189,
        platforms: ['linux/amd64'],
      }),
    })
    await user.type(field('User name'), 'ada')
    await user.type(screen.getByLabelText('Password or token'), 'hunter2')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const found = 'Signed in as ada, image found, 1.2 GiB compressed, linux/amd64'
    expect(await screen.findByText(found)).toBeTruthy()
    expect(api.callsTo(check)[0]?.body).toEqual({
      image_path_with_tag: 'ghcr.io/ada/lab:2.7',
      docker_repo_server: '',
      docker_repo_username: 'ada',
      docker_repo_password: 'hunter2',
    })
    await user.type(field('Image'), '1')
    expect(screen.queryByText(found)).toBeNull()
    api.answer(check, refuse('registry_refused', { error: 'ghcr.io did not accept it.' }))
    await user.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('ghcr.io did not accept it.')).toBeTruthy()
  })
})

describe('the picture', () => {
  it('is cropped in the browser, previewed, and saved with the rest', async () => {
    using _ = fakePictures({ width: 800, height: 400 })
    const { api, user } = await setup({
      [change]: ok(own),
      [`PUT ${one}/image`]: ok(anOwnTemplate({ template_image: '/api/templates/images/abc' })),
    })
    choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    expect(await screen.findByRole('button', { name: 'Replace picture' })).toBeTruthy()
    expect(api.callsTo(`PUT ${one}/image`)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(`PUT ${one}/image`)[0]?.body).toEqual({
        image: 'data:image/webp;base64,QQ==',
      }),
    )
  })

  it('that is refused leaves everything else saved, and says so', async () => {
    using _ = fakePictures({ width: 800, height: 400 })
    const { api, user } = await setup({
      [change]: ok(own),
      [`PUT ${one}/image`]: refuse('invalid_input', { error: 'It is too large.' }),
    })
    choosePicture()
    await user.click(await screen.findByRole('button', { name: 'Use picture' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The picture was not saved: It is too large.')).toBeTruthy()
    expect(api.callsTo(change)).toHaveLength(1)
  })
})

describe('the launch fields', () => {
  it('ask for arguments in place of a script for an entry point', async () => {
    const { api, user } = await setup({ [change]: ok(own) })
    await user.click(screen.getByRole('combobox', { name: 'Launch mode' }))
    await user.click(await screen.findByText('Entry point of the image'))
    expect(screen.queryByRole('textbox', { name: 'Start script' })).toBeNull()
    const words = tagsField('Arguments for the entry point')
    await user.type(words, '--name{Enter}')
    await user.type(words, 'two words{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(change)[0]?.body).toMatchObject({
        launch_mode: 'entrypoint',
        docker_entry_point_tags: ['--name', 'two words'],
        on_start_script: '',
      }),
    )
  })

  it('say which Docker options apply', async () => {
    const { user } = await setup()
    await user.type(field('Docker options'), ' --ulimit nofile=65536')
    const options = screen.getByRole('list', { name: 'Options that apply' })
    expect(options.textContent).toBe('Shared memory 8 GiBLimit nofile 65536')
  })
})

describe('the README', () => {
  it('is previewed as it will be shown', async () => {
    const { user } = await setup()
    await user.click(screen.getByRole('radio', { name: 'Preview' }))
    expect(await screen.findByRole('heading', { name: 'First steps' }, slow)).toBeTruthy()
  })
})

describe('the versions', () => {
  const versions = [
    aTemplateVersion('4'),
    aTemplateVersion('3', { image_path_with_tag: 'ghcr.io/ada/lab:2.6', ports: [] }),
    aTemplateVersion('2', { description: 'Old' }),
  ]

  it('are compared field by field', async () => {
    const { user } = await setup({ [`GET ${one}/versions`]: ok(versions) })
    await user.click(await screen.findByRole('button', { name: 'Compare version 4' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('region', { name: 'Changes of Image' }).textContent).toContain(
      'Removed: ghcr.io/ada/lab:2.6',
    )
    expect(dialog.getAllByRole('region')).toHaveLength(2)
    await user.selectOptions(dialog.getByRole('combobox', { name: 'From' }), 'Version 4')
    expect(dialog.getByText('No differences')).toBeTruthy()
  })

  it('are restored as a new version after a confirmation', async () => {
    const restored = anOwnTemplate({ version: '5', description: 'Old' })
    const { api, user } = await setup({
      [`GET ${one}/versions`]: ok(versions),
      [`POST ${one}/versions/2/restore`]: ok(restored),
    })
    await user.type(field('Description'), ' mine')
    await user.click(await screen.findByRole('button', { name: 'Restore version 2' }))
    const question = within(await screen.findByRole('dialog'))
    api.answer(`GET ${one}`, ok(restored))
    await user.click(question.getByRole('button', { name: 'Restore version' }))
    expect(await screen.findByText('Restored version 2 as version 5')).toBeTruthy()
    await waitFor(() => expect(typedIn(field('Description'))).toBe('Old'))
  })

  it('can fail to load without taking the editor along', async () => {
    const { api, user } = await setup({
      [`GET ${one}/versions`]: inTurn(refuse('forbidden'), ok(versions)),
    })
    expect(await screen.findByText('The versions could not be loaded')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Version 3')).toBeTruthy()
    expect(api.callsTo(`GET ${one}/versions`)).toHaveLength(2)
  })
})

it('shows saving as code, with the input so far', async () => {
  const { user } = await setup()
  await user.type(field('Description'), ' mine')
  await user.click(screen.getByRole('button', { name: 'API / CLI' }))
  expect(await screen.findByText(/JupyterLab with PyTorch\. mine/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Command line' }))
  expect(await screen.findByText('gridloom templates edit pytorch-lab')).toBeTruthy()
})

function field(name: string): HTMLElement {
  return screen.getByRole('textbox', { name })
}

function tagsField(name: string): HTMLElement {
  return screen.getByLabelText(name, { selector: 'input' })
}

async function writeScript(text: string): Promise<void> {
  const content = await screen.findByRole('textbox', { name: 'Start script' }, slow)
  const editor = EditorView.findFromDOM(content)
  act(() => editor?.dispatch({ changes: { from: 0, insert: text } }))
}

function choosePicture(): void {
  const picture = screen.getByRole('region', { name: 'Picture' })
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  fireEvent.drop(picture, { dataTransfer: { files: [file] } })
}

async function setupNew(answers: Answers = {}) {
  const app = renderApp({
    path: '/template/new',
    answers: { [`GET ${one}`]: ok(own), [`GET ${one}/versions`]: ok([]), ...answers },
  })
  await screen.findByRole('textbox', { name: 'Start script' }, slow)
  return app
}

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: `/template/${own.id}`,
    answers: { [`GET ${one}`]: ok(own), [`GET ${one}/versions`]: ok([]), ...answers },
  })
  await screen.findByRole('textbox', { name: 'Start script' }, slow)
  return app
}
