import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { aGpuAlert, aGpuModel, aHistoryPoint, aReading } from '../../testing/monitoring-samples.ts'
import { renderApp } from '../../testing/render-app.tsx'
import {
  aGpu,
  aMachine,
  sampleId,
  secondsBefore,
  someDetails,
  someHardware,
} from '../../testing/samples.ts'

const historyPath = `GET /api/machines/${sampleId('mch', 1)}/history`

describe('the models on the market', () => {
  it('are shown to visitors, who are not asked to sign in', async () => {
    const { api, router, runtime } = show({}, null)
    const row = within(await screen.findByRole('row', { name: /RTX 4090/ }))
    expect(row.getByText('6 GPUs on 2 machines')).toBeTruthy()
    expect(row.getByText('4 of 6')).toBeTruthy()
    expect(row.getByText('$0.42/h')).toBeTruthy()
    expect(row.getByText('8.9–9.4')).toBeTruthy()
    expect(row.getByText('78.4–82.1 of 82.6 TFLOPS')).toBeTruthy()
    expect(row.getByText('911 of 1,008 GB/s')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/dashboard/gpu-info')
    expect(runtime.auth.store.getState().showLogin).toBe(false)
    expect(api.callsTo('GET /api/machines')).toEqual([])
  })

  it('lead to their offers', async () => {
    const { router, user } = show()
    await user.click(
      await screen.findByRole('link', { name: 'Offers with NVIDIA GeForce RTX 4090' }),
    )
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ gpu: 'NVIDIA GeForce RTX 4090' }),
    )
  })

  it('say that all are rented, and what is not known', async () => {
    const model = aGpuModel({
      ...{ free: 0, price: null, render_score: null, vram_mib: null },
      ...{ gpu_tflops_fp32: null, gpu_memory_bandwidth_gb_s: null, specification: null },
    })
    show({ 'GET /api/gpu-models': ok({ at: secondsBefore(0), models: [model] }) })
    expect(await screen.findByText('all rented')).toBeTruthy()
  })

  it('say when there is none, and show an error with a retry', async () => {
    show({ 'GET /api/gpu-models': ok({ at: secondsBefore(0), models: [] }) })
    expect(await screen.findByText('No GPU on the market right now')).toBeTruthy()
    show({ 'GET /api/gpu-models': refuse('forbidden') })
    expect(await screen.findByText('The models could not be loaded')).toBeTruthy()
  })

  it('are fetched again when offers change', async () => {
    const { api } = show()
    await screen.findByRole('row', { name: /RTX 4090/ })
    act(() => api.publish('offers', {}))
    await waitFor(() => expect(api.callsTo('GET /api/gpu-models')).toHaveLength(2))
  })
})

describe("one's own GPUs", () => {
  it('show their sensors, memory errors and full speed', async () => {
    showOwn({ gpus: [aReading({ ecc_corrected: 3, ecc_uncorrected: 0 })] })
    const row = within(await screen.findByRole('row', { name: /GPU 0 of loom-01/ }))
    expect(row.getByText('97 %')).toBeTruthy()
    expect(row.getByText('71 °C')).toBeTruthy()
    expect(row.getByText('403 W of 450 W')).toBeTruthy()
    expect(row.getByText('20 GiB of 24 GiB')).toBeTruthy()
    expect(row.getByText('2520 / 10501 MHz')).toBeTruthy()
    expect(row.getByText('Full speed')).toBeTruthy()
    expect(row.getByText('ECC 3 corrected, 0 not')).toBeTruthy()
  })

  it('show their measured speed beside the specification, also of an offline machine', async () => {
    const measured_at = secondsBefore(60)
    const machine = aMachineWith(
      {},
      {
        status: 'offline',
        gpu_benchmarks: [
          { gpu_uuid: 'GPU-0', kind: 'gpu_tflops_fp32', value: 80.13, measured_at },
          { gpu_uuid: 'GPU-9', kind: 'gpu_memory_bandwidth_gb_s', value: 500, measured_at },
        ],
      },
    )
    show({ 'GET /api/machines': ok([machine]), [historyPath]: aHistory([]) })
    const row = within(await screen.findByRole('row', { name: /GPU 0 of loom-01/ }))
    expect(row.getByText('80.1 of 82.6 TFLOPS')).toBeTruthy()
    expect(row.getByText('— of 1,008 GB/s')).toBeTruthy()
  })

  it('follow the machine without reloading', async () => {
    const { api } = showOwn({ gpus: [aReading()] })
    await screen.findByText('71 °C')
    act(() =>
      api.publish(
        'machine',
        aMachineWith({ gpus: [aReading({ temperature_c: 84, throttle_reasons: ['hw_thermal'] })] }),
      ),
    )
    expect(await screen.findByText('84 °C')).toBeTruthy()
    expect(screen.getByText('Overheating')).toBeTruthy()
  })

  it('show their alerts', async () => {
    showOwn({ gpus: [aReading()] }, { 'GET /api/gpu-alerts': ok([aGpuAlert()]) })
    const row = within(await screen.findByRole('row', { name: /GPU 0 of loom-01/ }))
    expect(await row.findByText('Too hot')).toBeTruthy()
  })

  it('of an older agent show what the hardware report has', async () => {
    showOwn({})
    const row = within(await screen.findByRole('row', { name: /GPU 0 of loom-01/ }))
    expect(row.getByText('61 °C')).toBeTruthy()
    expect(row.getByText('318 W')).toBeTruthy()
  })

  it('of an offline machine show no values as if they were present', async () => {
    const machine = aMachineWith({ gpus: [aReading()] }, { status: 'offline' })
    show({ 'GET /api/machines': ok([machine]), [historyPath]: aHistory([]) })
    const row = within(await screen.findByRole('row', { name: /GPU 0 of loom-01/ }))
    expect(row.getByText('Offline')).toBeTruthy()
    expect(row.queryByText('71 °C')).toBeNull()
  })

  it('of a CPU-only machine are its CPUs', async () => {
    show({ 'GET /api/machines': ok([aMachine()]), [historyPath]: aHistory([]) })
    const row = within(await screen.findByRole('row', { name: /32 threads of loom-01/ }))
    expect(row.getByText('42 %')).toBeTruthy()
    expect(row.getByText('8 GiB of 64 GiB')).toBeTruthy()
  })

  it('are asked for only where there may be some', async () => {
    const { api } = show({
      'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
    })
    await screen.findByRole('row', { name: /RTX 4090/ })
    expect(api.callsTo('GET /api/machines')).toEqual([])
  })

  it('without a machine lead to adding one', async () => {
    show()
    expect(await screen.findByRole('link', { name: 'Add machine' })).toBeTruthy()
  })
})

describe('the history', () => {
  it('is that of the first GPU, and of another one after a click', async () => {
    const { api, user, router } = showOwn({ gpus: [aReading()] })
    expect(await screen.findByRole('heading', { name: /History of RTX 4090/ })).toBeTruthy()
    await screen.findByRole('heading', { name: 'Temperature' })
    await user.click(screen.getByRole('link', { name: 'AMD Ryzen 9 5950X' }))
    expect(await screen.findByRole('heading', { name: /History of the CPUs/ })).toBeTruthy()
    expect(router.state.location.search).toEqual({ machine: sampleId('mch', 1) })
    expect(api.callsTo(historyPath).map(({ query }) => query)).toEqual([
      { span: 'hour', gpu: 'GPU-0' },
      { span: 'hour' },
    ])
  })

  it('of 30 days is by hour, with errors that were not corrected', async () => {
    const { api, user } = showOwn({ gpus: [aReading()] })
    await screen.findByRole('heading', { name: 'Temperature' })
    const hour = aHistoryPoint({ temperature_c: { min: 40, avg: 60, max: 80 }, ecc_errors: 2 })
    api.answer(historyPath, aHistory([hour], 'month'))
    await user.click(screen.getByRole('radio', { name: '30 days' }))
    expect(await screen.findByText(/2 memory errors could not be corrected/)).toBeTruthy()
    expect(screen.getByText('at most 80 °C', { exact: false })).toBeTruthy()
  })

  it('says why it is empty', async () => {
    show({ 'GET /api/machines': ok([aMachine()]), [historyPath]: aHistory([]) })
    expect(await screen.findByText('No report in the last hour')).toBeTruthy()
  })
})

it('alerts are set in a dialog', async () => {
  const settings = { temperature_c: 88, ecc: true, throttling: true, repeat_hours: 6 }
  const path = '/api/gpu-alerts/settings'
  const { api, user } = showOwn(
    { gpus: [aReading()] },
    {
      [`GET ${path}`]: ok(settings),
      [`PUT ${path}`]: ok({ ...settings, ecc: false, temperature_c: null }),
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Alerts' }))
  await user.click(await screen.findByRole('switch', { name: /^Memory errors/ }))
  await user.click(screen.getByRole('switch', { name: /^Too hot/ }))
  expect(screen.queryByRole('textbox', { name: 'Limit' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsTo(`PUT ${path}`)[0]?.body).toEqual({
    ...settings,
    ecc: false,
    temperature_c: null,
  })
})

function show(answers: Answers = {}, token?: null) {
  return renderApp({
    path: '/dashboard/gpu-info',
    ...(token === null ? { token } : {}),
    answers: {
      'GET /api/gpu-models': ok({ at: secondsBefore(0), models: [aGpuModel()] }),
      ...answers,
    },
  })
}

function showOwn(load: object, answers: Answers = {}) {
  const point = aHistoryPoint({ temperature_c: { min: 70, avg: 70, max: 70 } })
  return show({
    'GET /api/machines': ok([aMachineWith(load)]),
    [historyPath]: ({ query }) =>
      Response.json({
        status: 'success',
        data: { span: 'hour', gpu: query.gpu ?? null, points: [point] },
      }),
    ...answers,
  })
}

function aMachineWith(load: object, parts: object = {}) {
  const machine = aMachine()
  return aMachine({
    hardware: someHardware({ gpus: [aGpu(0)] }),
    load: { ...machine.load, ...load },
    ...parts,
  })
}

function aHistory(points: readonly object[], span = 'hour') {
  return ok({ span, gpu: null, points })
}
