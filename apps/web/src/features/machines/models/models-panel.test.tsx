import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bare, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import {
  aModel,
  anUnservedModel,
  aServedModel,
  noMetrics,
  smolId,
} from '../../../testing/model-samples.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aMachine } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const { id } = aMachine()
const read = `GET /api/machines/${id}/models`
const engines = `GET /api/machines/${id}/engines`
const one = `/api/machines/${id}/models/${encodeURIComponent(smolId)}`
const serve = `PUT ${one}`
const stop = `DELETE ${one}`
const list = 'GET /models/text/models'

describe('models on a machine', () => {
  it('show state, price, load and metrics', async () => {
    const { panel } = await setup({ served: [aServedModel({ queued: 3 })] })
    for (const text of [
      'Serving',
      '$0.02/M',
      '$0.06/M',
      '2k',
      '1 of 2, 3 answers waiting',
      'not stored',
      '84 ms',
    ])
      expect(panel.getByText(text)).toBeTruthy()
    expect(panel.getByText('120 answers')).toBeTruthy()
    expect(panel.getByRole('link', { name: smolId }).getAttribute('href')).toContain('/model-hub')
  })

  it('show download progress, and metrics without samples as not measured', async () => {
    const fetching = { state: 'fetching', fetched_bytes: 25, total_bytes: 100 }
    const { panel } = await setup({ served: [aServedModel({ ...fetching, metrics: noMetrics() })] })
    expect(panel.getByText('Downloading 25 %')).toBeTruthy()
    expect(panel.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(panel.getAllByText('not measured yet')).toHaveLength(3)
  })

  it('show why a model failed', async () => {
    const problem = 'llama.cpp is missing on this machine: run script/bootstrap.'
    const { panel } = await setup({ served: [aServedModel({ state: 'failed', problem })] })
    expect(panel.getByText('Failed')).toBeTruthy()
    expect(panel.getByText(problem)).toBeTruthy()
  })

  it('show why the machine cannot run llama.cpp and how to fix it', async () => {
    const llama_missing = 'llama.cpp is not installed. Install it with script/bootstrap.'
    const { dialog, panel } = await setup({
      open: 'Serve a model',
      answers: { [engines]: ok({ llama_missing }) },
    })
    expect(panel.getByRole('note', { hidden: true }).textContent).toContain(llama_missing)
    expect(dialog.getByText(/Not available on this machine yet/).textContent).toContain(
      llama_missing,
    )
  })

  it('show an error with a retry when they fail to load', async () => {
    const { api, panel, user } = await setup({ answers: { [read]: refuse('forbidden') } })
    expect(await panel.findByText('Served models could not be loaded')).toBeTruthy()
    api.answer(read, ok([]))
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('No models served')).toBeTruthy()
  })
})

describe('serving a model', () => {
  it('requires model and price, and can use the suggested price', async () => {
    const { api, dialog, user } = await setup({ open: 'Serve a model' })
    await user.click(dialog.getByRole('button', { name: 'Serve model' }))
    expect(await dialog.findByText('Choose a model')).toBeTruthy()
    expect(dialog.getAllByText('Enter a price from $0 to $1,000')).toHaveLength(3)
    expect(api.callsTo(serve)).toEqual([])
    await choose(user, 'Model', smolId)
    expect(dialog.getByText(/Cheapest machine: \$0.02\/M in/)).toBeTruthy()
    expect(dialog.getByText(/downloads a file of 93.5 MiB/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Use this price' }))
    await user.click(dialog.getByRole('button', { name: 'Serve model' }))
    await screen.findByText(/is starting to serve SmolLM2-135M-Instruct/)
    expect(api.callsTo(serve)[0]?.body).toEqual({
      engine: { kind: 'llama', context_tokens: null },
      price: { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 },
      slots: 2,
    })
  })

  it('explains that a model without a download source needs an own engine', async () => {
    const { dialog, user } = await setup({ open: 'Serve a model' })
    await choose(user, 'Model', 'acme/Big-70B')
    expect(dialog.getByText(/This model has no download source/)).toBeTruthy()
    expect(dialog.getByText(/Suggested for its size: \$0.70\/M in/)).toBeTruthy()
  })

  it('sends the address of an engine that already runs on the machine', async () => {
    const { api, dialog, user } = await setup({ open: 'Serve a model' })
    await choose(user, 'Model', smolId)
    await user.click(dialog.getByText('Own engine'))
    expect(typedIn(dialog.getByLabelText('Base URL'))).toBe('http://127.0.0.1:11434/v1')
    await user.type(dialog.getByLabelText('Model name in the engine'), 'smollm2:135m')
    await user.type(dialog.getByLabelText('Context'), '8192')
    await user.click(dialog.getByLabelText('Prompts and answers are not stored'))
    await user.click(dialog.getByRole('button', { name: 'Use this price' }))
    await user.click(dialog.getByRole('button', { name: 'Serve model' }))
    await waitFor(() => expect(api.callsTo(serve)).toHaveLength(1))
    expect(api.callsTo(serve)[0]?.body).toMatchObject({
      engine: {
        kind: 'openai-http',
        base_url: 'http://127.0.0.1:11434/v1',
        upstream_model: 'smollm2:135m',
        context_tokens: 8_192,
        data_collection: 'deny',
      },
    })
  })

  it('keeps the input when the server rejects it, and shows the errors at their fields', async () => {
    const refusal = refuse('invalid_input', {
      fields: {
        'engine.context_tokens': 'More than the model has',
        'engine.kind': 'No file of it is known.',
      },
    })
    const { dialog, user } = await setup({ open: 'Serve a model', answers: { [serve]: refusal } })
    await choose(user, 'Model', smolId)
    await user.type(dialog.getByLabelText('Context'), '900000')
    await user.click(dialog.getByRole('button', { name: 'Use this price' }))
    await user.click(dialog.getByRole('button', { name: 'Serve model' }))
    expect(await dialog.findByText('More than the model has')).toBeTruthy()
    expect(dialog.getByText('No file of it is known.')).toBeTruthy()
    expect(typedIn(dialog.getByLabelText('Context'))).toBe('900,000')
  })

  it('shows an error that belongs to no field', async () => {
    const { dialog, user } = await setup({
      open: 'Serve a model',
      answers: { [serve]: refuse('limit_reached', { error: 'A machine serves 100 at most.' }) },
    })
    await choose(user, 'Model', smolId)
    await user.click(dialog.getByRole('button', { name: 'Use this price' }))
    await user.click(dialog.getByRole('button', { name: 'Serve model' }))
    expect(await dialog.findByText('A machine serves 100 at most.')).toBeTruthy()
  })

  it.each([
    ['there is none', [], 'The catalogue is empty'],
    ['it serves each of them', [aModel()], 'No other models'],
  ])('explains who adds models when %s', async (_why, models, title) => {
    const { user, panel } = await setup({
      served: [aServedModel()],
      answers: { [list]: bare({ models }) },
    })
    await user.click(panel.getByRole('button', { name: 'Serve a model' }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/ask the operator to add/)).toBeTruthy()
  })

  it('explains how to get a model that is not in the catalogue', async () => {
    const { user } = await setup({ open: 'Serve a model' })
    await user.type(screen.getByRole('combobox', { name: 'Model' }), 'mine')
    expect(await screen.findByText(/Ask the operator to add it/)).toBeTruthy()
  })

  it('offers only models that the machine does not serve yet', async () => {
    const { user } = await setup({ open: 'Serve a model', served: [aServedModel()] })
    await user.click(screen.getByRole('combobox', { name: 'Model' }))
    const list = await screen.findByRole('listbox', { hidden: true })
    const options = within(list).getAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['acme/Big-70B'])
  })
})

describe('a served model', () => {
  it('can be edited, starting from its current values', async () => {
    const { api, dialog, user } = await setup({
      open: `Change how ${smolId} is served`,
      served: [aServedModel()],
    })
    const output = dialog.getByLabelText('Output')
    expect(typedIn(output)).toBe('$0.06')
    await user.clear(output)
    await user.type(output, '0.1')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved. Answers in progress keep their price.')).toBeTruthy()
    expect(api.callsTo(serve)[0]?.body).toMatchObject({ price: { output_micro_usd: 100_000 } })
  })

  it('keeps the base URL of its own engine when its price changes', async () => {
    const engine = {
      kind: 'openai-http',
      base_url: 'http://127.0.0.1:8000/v1',
      upstream_model: 'm',
      context_tokens: 4_096,
    }
    const { order } = aServedModel()
    const { api, dialog, user } = await setup({
      open: `Change how ${smolId} is served`,
      served: [aServedModel({ engine: 'openai-http', order: { ...order, engine } })],
    })
    expect(typedIn(dialog.getByLabelText('Base URL'))).toBe('http://127.0.0.1:8000/v1')
    await user.clear(dialog.getByLabelText('Input'))
    await user.type(dialog.getByLabelText('Input'), '0.5')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved. Answers in progress keep their price.')
    const price = { ...order.price, input_micro_usd: 500_000 }
    expect(api.callsTo(serve)[0]?.body).toEqual({ ...order, engine, price })
  })

  it('stops being served only after a confirmation', async () => {
    const { api, panel, user } = await setup({
      answers: { [read]: inTurn(ok([aServedModel()]), ok([])), [stop]: ok({}) },
    })
    await user.click(await panel.findByRole('button', { name: `Stop serving ${smolId}` }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Answers in progress are finished/)).toBeTruthy()
    expect(api.callsTo(stop)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Stop serving' }))
    expect(await screen.findByText(`loom-01 no longer serves ${smolId}`)).toBeTruthy()
    expect(await panel.findByText('No models served')).toBeTruthy()
  })
})

type User = ReturnType<typeof renderApp>['user']

async function choose(user: User, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option, hidden: true }))
}

interface Setup {
  served?: object[]
  /** The name of the button to click first. */
  open?: string
  answers?: Answers
}

async function setup({ served = [], open, answers = {} }: Setup = {}) {
  const view = renderApp({
    path: `/machines/${id}`,
    answers: {
      [`GET /api/machines/${id}`]: ok(aMachine()),
      [read]: ok(served),
      [engines]: ok({ llama_missing: null }),
      [list]: bare({ models: [aModel({ sources: [aSource] }), anUnservedModel()] }),
      [serve]: ok(aServedModel()),
      ...answers,
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Models' }))
  await waitFor(() => expect(panel.queryByRole('status', { name: /^Loading/ })).toBeNull())
  if (open !== undefined) {
    await view.user.click(panel.getByRole('button', { name: open }))
    const name = open === 'Serve a model' ? 'Serve model' : 'Save'
    await screen.findByRole('button', { name })
  }
  const dialog = within(open === undefined ? document.body : screen.getByRole('dialog'))
  return { ...view, panel, dialog }
}

const aSource = {
  kind: 'url',
  url: 'https://hub.example/model.gguf',
  bytes: 98_000_000,
  sha256: 'a'.repeat(64),
  quantization: 'Q4_1',
}
