import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aMachineRendering, aRenderCheck } from '../../../testing/render-samples.ts'
import { aMachine } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const { id } = aMachine()
const read = `GET /api/machines/${id}/rendering`
const change = `PATCH /api/machines/${id}/rendering`

describe('rendering on a machine', () => {
  it('shows capability, score, trust and earnings', async () => {
    const { panel } = await setup()
    for (const text of [
      '4.2.1',
      'Cycles, EEVEE',
      'AMD Ryzen 9 5950X (CPU)',
      'OpenImageDenoise',
      '1.50 × the reference machine',
      '62 of 100',
      '120',
      '$0.042',
    ]) {
      expect(panel.getByText(text)).toBeTruthy()
    }
    expect(panel.getByText('Accepting work')).toBeTruthy()
    expect(panel.getByText(/Every frame is checked .* until trust reaches 80/)).toBeTruthy()
  })

  it('explains that a trusted machine is checked on random frames only', async () => {
    const { panel } = await setup({ rendering: { trust: 91 } })
    expect(panel.getByText(/Randomly selected frames are checked/)).toBeTruthy()
  })

  it('shows that the machine is being tested before it gets work', async () => {
    const { panel } = await setup({ rendering: { admission: 'unverified', score: null } })
    expect(panel.getByText('Being tested')).toBeTruthy()
    expect(panel.getByText('not measured yet')).toBeTruthy()
    expect(panel.getByText(/^One hour of rendering on a machine of score 1/)).toBeTruthy()
  })

  it('shows the failed check of a refused machine', async () => {
    const wrong = aRenderCheck({ outcome: 'different', psnr_db: 31.2, differing_percent: 44 })
    const { panel } = await setup({ rendering: { admission: 'refused', checks: [wrong] } })
    expect(panel.getByText('Refused')).toBeTruthy()
    const table = within(panel.getByRole('table', { name: 'Checks' }))
    expect(table.getByText('Different')).toBeTruthy()
    expect(table.getByText('31.2 dB')).toBeTruthy()
    expect(table.getByText('64 × 36 at 10, 20')).toBeTruthy()
  })

  it('shows why the machine cannot render, and hides switch and price', async () => {
    const missing = 'No Blender was found. Install it, and it is noticed by itself.'
    const { panel } = await setup({ rendering: { capability: null, missing } })
    expect(panel.getByText('Cannot render')).toBeTruthy()
    expect(panel.getByText(missing)).toBeTruthy()
    expect(panel.queryByRole('switch')).toBeNull()
    expect(panel.queryByRole('button', { name: 'Save price' })).toBeNull()
  })

  it('shows that the agent has not reported Blender yet', async () => {
    const { panel } = await setup({ rendering: { capability: null } })
    expect(
      panel.getByText(/Waiting for the agent to report whether Blender is installed/),
    ).toBeTruthy()
  })

  it('labels Blender as a Python module, and explains missing denoisers', async () => {
    const { capability } = aMachineRendering()
    const { panel } = await setup({
      rendering: { capability: { ...capability, driver: 'bpy', denoisers: [], engines: [] } },
    })
    expect(panel.getByText('4.2.1, as a Python module')).toBeTruthy()
    expect(panel.getByText(/gets no scenes with denoising/)).toBeTruthy()
  })

  it('shows an error with a retry when it fails to load', async () => {
    const { api, user } = renderApp({
      path: `/machines/${id}`,
      answers: { [`GET /api/machines/${id}`]: ok(aMachine()), [read]: refuse('state_conflict') },
    })
    expect(await screen.findByText('Rendering capabilities could not be loaded')).toBeTruthy()
    api.answer(read, ok(aMachineRendering()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Accepting work')).toBeTruthy()
  })
})

describe('the switch for render work', () => {
  it('switches render work off, and is disabled until the server responds', async () => {
    const late = held(ok(aMachineRendering({ enabled: false })))
    const { api, user, panel } = await setup({ answers: { [change]: late.answer } })
    await user.click(panel.getByRole('switch', { name: 'Accept render work' }))
    expect(panel.getByRole('switch').hasAttribute('disabled')).toBe(true)
    late.letGo()
    expect(await panel.findByText('Off')).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ enabled: false })
  })

  it('stays on and shows an error when the request fails', async () => {
    const { user, panel } = await setup({ answers: { [change]: refuse('not_found') } })
    await user.click(panel.getByRole('switch', { name: 'Accept render work' }))
    expect(await screen.findByText(/Not Found: The requested resource does not exist/)).toBeTruthy()
    expect(panel.getByText('Accepting work')).toBeTruthy()
  })
})

describe('its price', () => {
  it('is shown per reference hour, and converted for this machine', async () => {
    const { panel } = await setup()
    expect(typedIn(panel.getByLabelText('Price per reference hour'))).toBe('$0.3')
    expect(
      panel.getByText(/^\$0.45\/h while this machine renders. You receive \$0.27 of \$0.30/),
    ).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Save price' }).hasAttribute('disabled')).toBe(true)
  })

  it('is saved in micro-dollars', async () => {
    const saved = ok(aMachineRendering({ micro_usd_per_reference_hour: 420_000 }))
    const { api, user, panel } = await setup({ answers: { [change]: saved } })
    await user.clear(panel.getByLabelText('Price per reference hour'))
    await user.type(panel.getByLabelText('Price per reference hour'), '0.42')
    await user.click(panel.getByRole('button', { name: 'Save price' }))
    expect(
      await screen.findByText('Price saved. Frames in progress keep their price.'),
    ).toBeTruthy()
    expect(api.callsTo(change)[0]?.body).toEqual({ micro_usd_per_reference_hour: 420_000 })
  })

  it('shows an error when it is empty, and is not sent', async () => {
    const { api, user, panel } = await setup()
    await user.clear(panel.getByLabelText('Price per reference hour'))
    await user.click(panel.getByRole('button', { name: 'Save price' }))
    expect(await panel.findByText('Enter a price from $0 to $100,000')).toBeTruthy()
    await waitFor(() => expect(api.callsTo(change)).toEqual([]))
  })
})

interface Setup {
  rendering?: object
  answers?: Answers
}

async function setup({ rendering, answers = {} }: Setup = {}) {
  const view = renderApp({
    path: `/machines/${id}`,
    answers: {
      [`GET /api/machines/${id}`]: ok(aMachine()),
      [read]: ok(aMachineRendering(rendering)),
      ...answers,
    },
  })
  const panel = within(await screen.findByRole('region', { name: 'Rendering' }))
  await waitFor(() => expect(panel.queryByRole('status', { name: /^Loading/ })).toBeNull())
  return { ...view, panel }
}
