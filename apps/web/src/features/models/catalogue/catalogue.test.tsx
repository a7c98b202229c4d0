import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bare, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { aModel, anUnservedModel, smolId } from '../../../testing/model-samples.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { renderOperator } from '../../../testing/render-operator.tsx'
import { typedIn } from '../../../testing/typed-in.ts'

const list = 'GET /models/text/models'
const putNew = `PUT /api/models/${encodeURIComponent('acme/New')}`
const putSmol = `PUT /api/models/${encodeURIComponent(smolId)}`
const big = anUnservedModel()
const removeBig = `DELETE /api/models/${encodeURIComponent(big.id)}`
const sha256 = 'ab'.repeat(32)
const source = {
  kind: 'url',
  url: 'https://hub.example/a.gguf',
  sha256,
  bytes: 98_000_000,
  quantization: 'Q4_1',
}

describe('the catalogue of models', () => {
  it('can be changed only by the operator', async () => {
    const answers = { [list]: bare({ models: [aModel()] }) }
    renderApp({ path: openAt(smolId), answers })
    await screen.findByRole('dialog', { name: 'SmolLM2-135M-Instruct' })
    expect(screen.queryByRole('button', { name: 'Add a model', hidden: true })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })

  it('shows the operator the commands that change it', async () => {
    const { user } = renderOperator('/model-hub', {})
    await screen.findByRole('button', { name: 'Add a model' })
    await user.click(screen.getByRole('button', { name: 'API / CLI' }))
    const code = within(await screen.findByRole('dialog', { name: 'API / CLI' }))
    await user.click(await code.findByText('Command line'))
    expect(code.getByText(/gridloom models add org\/name/)).toBeTruthy()
    expect(code.getByText(/gridloom models remove org\/name/)).toBeTruthy()
  })
})

describe('adding a model', () => {
  it('sends the input and shows the catalogue with the new model', async () => {
    const { api, dialog, user } = await adding({
      [list]: inTurn(bare({ models: [] }), bare({ models: [aModel({ id: 'acme/New' })] })),
      [putNew]: ok(aModel({ id: 'acme/New' })),
    })
    await user.click(dialog.getByRole('button', { name: 'Add a source' }))
    for (const [label, text] of [
      ['ID', 'acme/New'],
      ['Licence', 'MIT'],
      ['Description', 'Rhymes.'],
      ['Context', '8192'],
      ['URL', source.url],
      ['SHA-256', sha256],
      ['Bytes', '98000000'],
      ['Quantization', 'Q4_1'],
    ] as const) {
      await user.click(dialog.getByLabelText(label))
      await user.paste(text)
    }
    await user.click(dialog.getByRole('button', { name: 'Add model' }))
    await screen.findByText('acme/New was added. Machines can serve it now.')
    expect(api.callsTo(putNew)[0]?.body).toEqual({
      about: 'Rhymes.',
      licence: 'MIT',
      context_tokens: 8_192,
      parameters: null,
      sources: [source],
    })
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('accepts packages as sources, and can remove a source', async () => {
    const { dialog, user } = await adding()
    await user.click(dialog.getByRole('button', { name: 'Add a source' }))
    await user.click(dialog.getByRole('button', { name: 'Add another source' }))
    const second = within(dialog.getByRole('group', { name: 'Source 2' }))
    await user.click(second.getByText('From package'))
    await user.type(second.getByLabelText('Package on PyPI'), 'some-model')
    await user.click(dialog.getByRole('button', { name: 'Remove source 1' }))
    expect(dialog.queryByRole('group', { name: 'Source 2' })).toBeNull()
    expect(typedIn(dialog.getByLabelText('Package on PyPI'))).toBe('some-model')
  })

  it('shows an error at each invalid field and sends nothing', async () => {
    const { api, dialog, user } = await adding({ [list]: bare({ models: [aModel()] }) })
    await user.click(dialog.getByRole('button', { name: 'Add a source' }))
    await user.click(dialog.getByRole('button', { name: 'Add model' }))
    for (const text of [
      'Enter an ID such as org/name',
      'Enter a whole number of bytes',
      /begins with https/,
    ])
      expect(await dialog.findByText(text)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove source 1' }))
    await user.click(dialog.getByLabelText('ID'))
    await user.paste(smolId)
    await user.type(dialog.getByLabelText('Licence'), 'MIT')
    await user.type(dialog.getByLabelText('Context'), '8192')
    await user.click(dialog.getByRole('button', { name: 'Add model' }))
    expect(await dialog.findByText('Already in the catalogue')).toBeTruthy()
    expect(api.calls.filter(({ to }) => to.startsWith('PUT'))).toEqual([])
  })

  it('keeps the input when the server rejects it, and shows the reason at the field', async () => {
    const fields = { 'sources.0.url': 'Nothing lies there.', secret: 'Not known.' }
    const { api, dialog, user } = await editing({ [putSmol]: refuse('invalid_input', { fields }) })
    await user.type(dialog.getByLabelText('Description'), ' And more.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Nothing lies there.')).toBeTruthy()
    expect(dialog.getByRole('alert').textContent).toBe('secret: Not known.')
    expect(typedIn(dialog.getByLabelText('Description'))).toContain('And more.')
    api.answer(putSmol, refuse('forbidden'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('access'))
  })
})

describe('a model in the catalogue', () => {
  it('can be edited, starting from its current values', async () => {
    const { api, dialog, user } = await editing({ [putSmol]: ok(aModel()) })
    expect(dialog.queryByLabelText('ID')).toBeNull()
    expect(typedIn(dialog.getByLabelText('Parameters'))).toBe('134,515,008')
    await user.clear(dialog.getByLabelText('Licence'))
    await user.type(dialog.getByLabelText('Licence'), 'MIT')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`${smolId} was updated`)).toBeTruthy()
    const { about, context_tokens, parameters } = aModel()
    expect(api.callsTo(putSmol)[0]?.body).toEqual({
      ...{ about, context_tokens, parameters },
      licence: 'MIT',
      sources: [source],
    })
  })

  it('closes only the edit dialog on Escape, and asks before it discards input', async () => {
    const { dialog, user } = await editing({})
    await user.type(dialog.getByLabelText('Description'), ' And more.{Escape}')
    await screen.findByRole('dialog', { name: 'Discard changes?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Discard/ })).toBeNull())
    expect(typedIn(dialog.getByLabelText('Description'))).toContain('And more.')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Edit/ })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'SmolLM2-135M-Instruct' })).toBeTruthy()
  })

  it('is removed only after a confirmation', async () => {
    const { api, user } = renderOperator(openAt(big.id), {
      [list]: inTurn(bare({ models: [big] }), bare({ models: [] })),
      [removeBig]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Big-70B' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Big-70B?' }))
    expect(dialog.getByText(/Existing chats stay readable/)).toBeTruthy()
    expect(dialog.queryByText(/It can’t be removed/)).toBeNull()
    expect(api.callsTo(removeBig)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove model' }))
    expect(await screen.findByText('acme/Big-70B is no longer in the catalogue')).toBeTruthy()
    expect(await screen.findByText('No models yet')).toBeTruthy()
  })

  it('shows why it cannot be removed while it is served', async () => {
    const error = 'This action is not available while the model is served.'
    const { user } = renderOperator(openAt(smolId), {
      [list]: bare({ models: [aModel()] }),
      [`DELETE /api/models/${encodeURIComponent(smolId)}`]: refuse('state_conflict', { error }),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove SmolLM2-135M-Instruct' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Remove SmolLM2-135M-Instruct?' }),
    )
    expect(dialog.getByText(/1 machine serves it now/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove model' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(error)
  })
})

async function adding(answers: Answers = {}) {
  const view = renderOperator('/model-hub', answers)
  await view.user.click(await screen.findByRole('button', { name: 'Add a model' }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Add a model' })) }
}

async function editing(answers: Answers) {
  const models = [aModel({ sources: [source] })]
  const view = renderOperator(openAt(smolId), { [list]: bare({ models }), ...answers })
  await view.user.click(await screen.findByRole('button', { name: 'Edit SmolLM2-135M-Instruct' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Edit ${smolId}` }))
  return { ...view, dialog }
}

function openAt(model: string): string {
  return `/model-hub?model=${encodeURIComponent(model)}`
}
