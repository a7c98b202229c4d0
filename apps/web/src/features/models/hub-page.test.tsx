import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bare, inTurn, refuse } from '../../testing/fake-api.ts'
import {
  aModel,
  anEndpoint,
  anUnservedModel,
  noMetrics,
  smolId,
} from '../../testing/model-samples.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'

const list = 'GET /models/text/models'
const chatWithSmol = 'Chat with SmolLM2-135M-Instruct'

describe('the model hub', () => {
  it('shows properties, price and metrics of a model', async () => {
    const row = await (await setup([aModel()])).rowOf('SmolLM2-135M-Instruct')
    for (const text of [
      'HuggingFaceTB · Apache-2.0',
      '135M',
      '8k',
      '$0.02/M',
      '$0.06/M',
      '84 ms',
      '42 tok/s',
      '98 %',
      '1 machine',
    ]) {
      expect(row.getByText(text)).toBeTruthy()
    }
    expect(screen.queryByRole('region', { name: /No machine serves/ })).toBeNull()
  })

  it('links to a chat, with the whole model id in the path', async () => {
    const { router, user, rowOf } = await setup([aModel()])
    await user.click(
      (await rowOf('SmolLM2-135M-Instruct')).getByRole('link', { name: chatWithSmol }),
    )
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/model-hub/${encodeURIComponent(smolId)}`),
    )
  })

  it('marks missing metrics, and offers no chat with a model that is not served', async () => {
    const row = await (await setup([anUnservedModel()])).rowOf('Big-70B')
    expect(row.getByText('not measured yet')).toBeTruthy()
    expect(row.getByText('none')).toBeTruthy()
    expect(row.queryByRole('link')).toBeNull()
    expect(row.getByRole('button', { name: /no machine serves it/ }).hasAttribute('disabled')).toBe(
      true,
    )
  })

  it('keeps search and sort in the URL', async () => {
    const { router, user } = await setup([aModel(), anUnservedModel()])
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Size' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'size' }))
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(namesInTable()).toEqual(['Big-70B', 'SmolLM2-135M-Instruct'])
    await user.type(screen.getByLabelText('Search models'), 'smol')
    await waitFor(() => expect(namesInTable()).toEqual(['SmolLM2-135M-Instruct']))
    expect(router.state.location.search).toEqual({ sort: 'size', q: 'smol' })
    expect(screen.getByText('1 model found')).toBeTruthy()
    await user.type(screen.getByLabelText('Search models'), ' nothing')
    expect(await screen.findByText('No models found')).toBeTruthy()
  })

  it('shows the request as code and as a command line', async () => {
    const { user, rowOf } = await setup([aModel()])
    const row = await rowOf('SmolLM2-135M-Instruct')
    await user.click(row.getByRole('button', { name: 'Code for SmolLM2-135M-Instruct' }))
    const dialog = within(await screen.findByRole('dialog'))
    const code = () => dialog.getByRole('region', { name: 'Code' }).textContent
    expect(code()).toContain('/v1/chat/completions')
    await user.click(dialog.getByText('Command line'))
    expect(code()).toBe(`gridloom chat ${smolId} 'Why is the sky blue?'`)
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = renderApp({
      path: '/model-hub',
      answers: { [list]: refuse('forbidden') },
    })
    expect(await screen.findByText('The models could not be loaded')).toBeTruthy()
    api.answer(list, bare({ models: [aModel()] }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('updates when models change', async () => {
    const first = bare({ models: [anUnservedModel()] })
    const { api } = renderApp({
      path: '/model-hub',
      answers: { [list]: first },
    })
    await screen.findByRole('region', { name: 'No models available' })
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    api.answer(list, bare({ models: [aModel()] }))
    act(() => api.publish('models', {}))
    await waitFor(() => expect(screen.queryByText('No models available')).toBeNull())
  })
})

describe('the hub while no machine serves a model', () => {
  it('shows the download progress of the default model', async () => {
    const fetching = { state: 'fetching', fetched_bytes: 49_000_000, total_bytes: 98_000_000 }
    const { rowOf } = await setup([
      aModel({ price: null, endpoints: [anEndpoint(fetching)], metrics: noMetrics() }),
    ])
    const notice = within(await screen.findByRole('region', { name: 'A model is loading' }))
    expect(notice.getByText(/46.7 MiB of 93.5 MiB downloaded/)).toBeTruthy()
    const bar = notice.getByRole('progressbar', { name: `${smolId} downloaded to loom-01` })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect((await rowOf('SmolLM2-135M-Instruct')).getByText('Downloading 50 %')).toBeTruthy()
  })

  it('shows why a model failed and links to the machines', async () => {
    const problem = 'The file could not be had: neither its hub nor PyPI can be reached.'
    await setup([aModel({ price: null, endpoints: [anEndpoint({ state: 'failed', problem })] })])
    const notice = within(await screen.findByRole('region', { name: 'No models available' }))
    expect(notice.getByText(new RegExp(problem))).toBeTruthy()
    expect(notice.getByRole('link', { name: 'your machines' }).getAttribute('href')).toBe(
      '/machines',
    )
  })

  it('explains that the machines have not answered yet', async () => {
    await setup([aModel({ price: null, endpoints: [anEndpoint({ state: 'waiting' })] })])
    expect(await screen.findByRole('region', { name: 'No models available yet' })).toBeTruthy()
  })

  it('shows an empty catalogue', async () => {
    await setup([])
    expect(await screen.findByText('No models yet')).toBeTruthy()
  })
})

describe('the details of a model', () => {
  it('show price, load and metrics of each machine', async () => {
    const busy = anEndpoint({
      id: sampleId('mep', 2),
      machine_name: 'attic',
      busy: 2,
      queued: 3,
      quantization: null,
    })
    const { router, user, rowOf } = await setup([aModel({ endpoints: [anEndpoint(), busy] })])
    const row = await rowOf('SmolLM2-135M-Instruct')
    await user.click(row.getByRole('button', { name: 'SmolLM2-135M-Instruct' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ model: smolId }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('A small model that answers in English.')).toBeTruthy()
    expect(dialog.getByText('1 of 2')).toBeTruthy()
    expect(dialog.getByText('2 of 2, 3 answers waiting')).toBeTruthy()
    expect(dialog.getAllByText('$0.005/M')).toHaveLength(2)
    const measured = within(dialog.getByRole('table', { name: 'Measurements of attic' }))
    expect(measured.getByRole('row', { name: /First token/ }).textContent).toBe(
      'First token84 ms110 ms240 ms1.24 s',
    )
    expect(
      dialog.getByRole('table', { name: 'Measurements of SmolLM2-135M-Instruct' }),
    ).toBeTruthy()
  })

  it('mark missing metrics as not measured', async () => {
    const { dialog } = await opened(aModel({ endpoints: [anEndpoint({ metrics: noMetrics() })] }))
    const measured = within(dialog.getByRole('table', { name: 'Measurements of loom-01' }))
    expect(measured.getAllByText('not measured yet')).toHaveLength(2)
    expect(dialog.getByText('Uptime').parentElement?.textContent).toBe('Uptimenot measured yet')
  })

  it('show that no machine serves the model', async () => {
    const { dialog, router, user } = await opened(anUnservedModel())
    expect(dialog.getByText('No machine serves this model.')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })
})

async function opened(model: ReturnType<typeof aModel>) {
  const view = renderApp({
    path: `/model-hub?model=${encodeURIComponent(model.id)}`,
    answers: { [list]: bare({ models: [model] }) },
  })
  return { ...view, dialog: within(await screen.findByRole('dialog')) }
}

async function setup(models: object[], answers: Answers = {}) {
  const view = renderApp({
    path: '/model-hub',
    answers: { [list]: inTurn(bare({ models })), ...answers },
  })
  await screen.findByRole('heading', { level: 1, name: 'Model hub' })
  return {
    ...view,
    rowOf: async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(name) })),
  }
}

function namesInTable(): string[] {
  const rows = screen.getAllByRole('row').slice(1)
  return rows.map((row) => within(row).getAllByRole('button')[0]?.textContent ?? '')
}

describe('a visitor', () => {
  it('reads the hub, and no call needs an account', async () => {
    const { router, api } = await visit('/model-hub')
    expect(await screen.findByRole('heading', { name: 'Model hub' })).toBeTruthy()
    expect((await screen.findAllByText('SmolLM2-135M-Instruct')).length).toBeGreaterThan(0)
    expect(router.state.location.pathname).toBe('/model-hub')
    expect(screen.queryByRole('button', { name: 'Add model' })).toBeNull()
    expect(api.callsTo('GET /api/user/details')).toEqual([])
  })

  it('reads a model, and is asked to sign in for a chat, to come back after', async () => {
    const path = `/model-hub/${encodeURIComponent(smolId)}`
    const { user, runtime, api } = await visit(path)
    expect(await screen.findByRole('heading', { name: 'SmolLM2-135M-Instruct' })).toBeTruthy()
    expect(api.callsTo('GET /models/chats')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Sign in to chat' }))
    expect(runtime.auth.store.getState().showLogin).toBe(true)
    expect(runtime.auth.store.getState().accessFlow).toBe(path)
  })
})

async function visit(path: string) {
  const model = aModel()
  return renderApp({
    ...{ path, token: null },
    answers: {
      [list]: bare({ models: [model] }),
      [`GET /models/text/models/${encodeURIComponent(smolId)}`]: bare(model),
    },
  })
}
