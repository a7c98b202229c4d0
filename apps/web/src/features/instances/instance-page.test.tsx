import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { fakeStream } from '../../testing/fake-stream.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aLogLine, aReceipt } from '../../testing/renter-samples.ts'
import { aBalance, anInstance, secondsBefore } from '../../testing/samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const { id } = anInstance()
const at = (call: string) => `GET /api/instances/${id}${call}`

describe('an instance', () => {
  it('shows its state, readiness, price and how long the balance lasts', async () => {
    await setup({ answers: { 'GET /api/balance': ok(aBalance({ lasts_s: 90_000 })) } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('train')
    expect(screen.getAllByText('Ready')).toHaveLength(2)
    expect(screen.getByText('$0.076/h')).toBeTruthy()
    expect(await screen.findByText('1 d 1 h')).toBeTruthy()
  })

  it('shows why it failed, its exit code and a remedy', async () => {
    const reason = { code: 'start_script_failed', text: 'The start script failed.', exit_code: 127 }
    await setup({
      instance: { state: 'failed', ready: false, ready_at: null, charging: null, reason },
    })
    const words = screen.getByText('The start script failed.', { selector: 'strong' }).parentElement
    expect(words?.textContent).toContain('Exited with code 127.')
    expect(words?.textContent).toContain('Check the logs')
  })

  it.each([
    ['entered', /you opened a terminal, a tunnel or ran a command/],
    ['free_start_used', /its free start was used up/],
  ])('warns that it is charged before it is ready, and why: %s', async (cause, why) => {
    const charging = { since: secondsBefore(60), cause }
    await setup({ instance: { ready: false, ready_at: null, charging } })
    const words = screen.getByText(/though it is not ready yet/).parentElement
    expect(words?.textContent).toMatch(/ago although it is not ready yet/)
    expect(words?.textContent).toMatch(why)
  })

  it('does not warn of early charges once it is ready', async () => {
    await setup({ instance: { charging: { since: secondsBefore(60), cause: 'entered' } } })
    expect(screen.queryByText(/though it is not ready yet/)).toBeNull()
  })

  it('shows what a stopped disk costs and how to stop all charges', async () => {
    const reason = { code: 'stopped_by_renter', text: 'You stopped it.', exit_code: null }
    await setup({ instance: { state: 'stopped', desired: 'stopped', ready: false, reason } })
    expect(screen.getByText(/kept for \$0.0028\/h/).textContent).toContain(
      'Destroy it to stop all charges',
    )
  })

  it('shows until when its disk is kept after the balance ran out', async () => {
    const reason = { code: 'balance_exhausted', text: 'The balance ran out.', exit_code: null }
    const kept = new Date(Date.now() + 47 * 3_600_000).toISOString()
    await setup({
      instance: {
        state: 'stopped',
        desired: 'stopped',
        ready: false,
        reason,
        disk_kept_until: kept,
      },
    })
    expect(screen.getByText(/will be deleted/).textContent).toContain('deleted in 1 d.')
  })

  it('is shown as stale when its machine is silent', async () => {
    await setup({ instance: { last_seen_at: hourAgo() } })
    expect(screen.getAllByText(/^last seen/)[0]).toBeTruthy()
    expect(screen.getByText('as of the last heartbeat; not billed while offline')).toBeTruthy()
  })

  it('shows a command that forwards each port', async () => {
    await setup({ instance: { ports: [8080, 6006] } })
    expect(screen.getByText(`gridloom forward ${id} 8080:8080`)).toBeTruthy()
    expect(screen.getByText(`gridloom forward ${id} 6006:6006`)).toBeTruthy()
  })

  it('shows its actions as code', async () => {
    const { user } = await setup()
    await user.click(screen.getByRole('button', { name: 'API / CLI' }))
    const drawer = within(await screen.findByRole('dialog'))
    await user.click(await drawer.findByRole('radio', { name: 'Command line' }))
    expect(await drawer.findByText(`gridloom stop ${id}`)).toBeTruthy()
  })

  it('reloads the balance when it becomes ready, because charging starts then', async () => {
    const { api } = await setup({ instance: { ready: false } })
    const before = api.callsTo('GET /api/balance').length
    api.publish('instance', anInstance({ ready: true }))
    await waitFor(() => expect(api.callsTo('GET /api/balance').length).toBeGreaterThan(before))
  })

  it('is reported as not found for an invalid id and as not loaded for a refused one', async () => {
    renderApp({ path: '/instance/myinstance/nonsense' })
    expect(await screen.findByText('Instance not found', {}, slow)).toBeTruthy()
    renderApp({ path: `/instance/myinstance/${id}`, answers: { [at('')]: refuse('not_found') } })
    expect(await screen.findByText('The instance could not be loaded')).toBeTruthy()
  })
})

describe('the logs of an instance', () => {
  const first = aLogLine({ text: 'epoch 1' })
  const wrong = aLogLine({ stream: 'stderr', text: 'CUDA is missing', at: '2026-11-21T11:59:01Z' })

  it('are followed live and label standard error', async () => {
    const logs = fakeStream([['line', first]])
    await setup({ tab: 'logs', answers: { [at('/logs/stream')]: logs.answer } })
    expect(await screen.findByText('epoch 1')).toBeTruthy()
    logs.send('line', wrong)
    const line = (await screen.findByText('CUDA is missing')).parentElement
    expect(line?.textContent).toContain('err')
    expect(screen.getByText('2 lines')).toBeTruthy()
  })

  it('are searched on the machine, and matches are marked', async () => {
    const logs = fakeStream([['line', first]])
    const { api, user } = await setup({
      tab: 'logs',
      answers: { [at('/logs/stream')]: logs.answer },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Filter logs' }), 'EPOCH')
    await waitFor(() =>
      expect(api.callsTo(at('/logs/stream')).at(-1)?.query).toMatchObject({ search: 'EPOCH' }),
    )
    expect((await screen.findByText('epoch', { selector: 'mark' })).tagName).toBe('MARK')
  })

  it('are shown as complete when the instance has stopped', async () => {
    const logs = fakeStream([
      ['line', first],
      ['end', { reason: 'stopped' }],
    ])
    await setup({ tab: 'logs', answers: { [at('/logs/stream')]: logs.answer } })
    expect(await screen.findByText('Complete')).toBeTruthy()
  })

  it('report that they could not be loaded and offer a retry', async () => {
    const { api, user } = await setup({
      tab: 'logs',
      answers: { [at('/logs/stream')]: refuse('machine_offline') },
    })
    expect(await screen.findByText('The log could not be loaded')).toBeTruthy()
    api.answer(at('/logs/stream'), fakeStream([['line', first]]).answer)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('epoch 1')).toBeTruthy()
  })

  it('close their stream when the tab is left', async () => {
    const logs = fakeStream([['line', first]])
    const { user } = await setup({ tab: 'logs', answers: { [at('/logs/stream')]: logs.answer } })
    await screen.findByText('epoch 1')
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await waitFor(() => expect(logs.readers()).toBe(0))
  })
})

describe('running a command', () => {
  const exec = `POST /api/instances/${id}/exec`
  const output = (stream: string, text: string) =>
    ['output', { stream, base64: Buffer.from(text).toString('base64') }] as const

  it('shows its output by stream and its exit code', async () => {
    const run = fakeStream([
      output('stdout', 'Linux\n'),
      output('stderr', 'no such file\n'),
      ['exit', { exit_code: 2, ended: 'exited' }],
    ])
    const { api, user } = await setup({ tab: 'exec', answers: { [exec]: run.answer } })
    await user.type(await screen.findByRole('textbox', { name: 'Command' }), 'uname; ls /x{Enter}')
    expect(await screen.findByText(/Exit code 2/)).toBeTruthy()
    const written = screen.getByRole('region', { name: 'Output of uname; ls /x' })
    expect(written.textContent).toContain('Linux')
    expect(written.textContent).toContain('stderr no such file')
    expect(api.callsTo(exec)[0]?.body).toEqual({
      command: ['sh', '-c', 'uname; ls /x'],
      timeout_s: 600,
    })
  })

  it('can be cancelled, which closes the stream', async () => {
    const run = fakeStream([output('stdout', 'working')])
    const { user } = await setup({ tab: 'exec', answers: { [exec]: run.answer } })
    await user.type(await screen.findByRole('textbox', { name: 'Command' }), 'sleep 99{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    await waitFor(() => expect(run.readers()).toBe(0))
  })

  it('shows why it was refused', async () => {
    const { user } = await setup({
      tab: 'exec',
      answers: { [exec]: refuse('machine_offline', { error: 'It is not connected.' }) },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Command' }), 'ls{Enter}')
    expect(await screen.findByText('It is not connected.')).toBeTruthy()
  })

  it('is disabled until the instance runs', async () => {
    await setup({ tab: 'exec', instance: { state: 'pulling', ready: false } })
    const field = await screen.findByRole('textbox', { name: 'Command' })
    expect(field.hasAttribute('disabled')).toBe(true)
    expect(typedIn(field)).toBe('')
  })
})

describe('the receipt of an instance', () => {
  it('adds up the intervals and matches the ledger', async () => {
    await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok(aReceipt()) } })
    const table = within(await screen.findByRole('table'))
    expect(table.getByRole('row', { name: /^Total/ }).textContent).toContain('$0.007112')
    expect(screen.getByText('Matches the ledger exactly: $0.007112.')).toBeTruthy()
  })

  it('writes the start of the charges as its lines write theirs', async () => {
    const receipt = aReceipt()
    const [line] = receipt.lines
    const charging = { since: line?.from, cause: 'ready' }
    const instance = anInstance({ charging })
    await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok({ ...receipt, instance }) } })
    const [since, from] = (await screen.findAllByRole('time')).filter(
      (time) => time.getAttribute('datetime') === line?.from,
    )
    expect(from?.closest('table')).not.toBeNull()
    expect(since?.closest('p')?.textContent).toMatch(/^Charged since/)
    expect(since?.textContent).toBe(from?.textContent)
  })

  it('downloads the signed receipt', async () => {
    const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const { user, api } = await setup({
      tab: 'receipt',
      answers: { [at('/receipt')]: ok(aReceipt()), [at('/receipt/signed')]: ok('{}') },
    })
    await user.click(await screen.findByRole('button', { name: 'Signed receipt' }))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(api.callsTo(at('/receipt/signed'))).toHaveLength(1)
  })

  it('shows a difference from the ledger', async () => {
    const receipt = aReceipt({ total_micro_usd: 7_113 })
    await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok(receipt) } })
    expect((await screen.findByText(/The ledger total is \$0.007113/)).textContent).toContain(
      '$0.007112',
    )
  })

  it('is empty for an instance that was never charged', async () => {
    const instance = anInstance({ ready: false, ready_at: null, charging: null })
    const receipt = aReceipt({ instance, lines: [], total_micro_usd: 0 })
    await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok(receipt) } })
    expect(await screen.findByText('No charges')).toBeTruthy()
  })

  it('reports no charges yet while it has no intervals', async () => {
    const receipt = aReceipt({ lines: [], total_micro_usd: 0 })
    await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok(receipt) } })
    expect(await screen.findByText('No charges yet')).toBeTruthy()
  })

  it('is reloaded when a balance event arrives', async () => {
    const none = aReceipt({ lines: [], total_micro_usd: 0 })
    const { api } = await setup({ tab: 'receipt', answers: { [at('/receipt')]: ok(none) } })
    await screen.findByText('No charges yet')
    api.answer(at('/receipt'), ok(aReceipt()))
    api.publish('balance', aBalance({ available_micro_usd: 4_992_888 }))
    expect(await screen.findByText(/^Matches the ledger exactly/)).toBeTruthy()
  })

  it('reports that it could not be loaded and offers a retry', async () => {
    const { api, user } = await setup({
      tab: 'receipt',
      answers: { [at('/receipt')]: refuse('forbidden') },
    })
    await screen.findByText('The receipt could not be loaded')
    api.answer(at('/receipt'), ok(aReceipt()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })
})

describe('the terminal of an instance', () => {
  it('is unavailable until the instance runs', async () => {
    await setup({
      tab: 'terminal',
      instance: { state: 'starting', ready: false, ready_at: null, charging: null },
    })
    expect(await screen.findByText('Terminal unavailable', {}, slow)).toBeTruthy()
  })
})

describe('an interruptible instance', () => {
  it('counts down to its interruption', async () => {
    const interrupted_at = new Date(Date.now() + 20_000).toISOString()
    await setup({ instance: { bid: { ...bid, interrupted_at } } })
    expect(await screen.findByText(/^It is stopped in (1\d|20) s:$/)).toBeTruthy()
  })

  it('says what it bids', async () => {
    await setup({ instance: { bid } })
    expect(await screen.findByText('Interruptible, bid $0.12/h per slot')).toBeTruthy()
  })
})

const bid = {
  max_micro_usd_per_hour: 120_000,
  paid_micro_usd_per_hour: 80_000,
  signal: 'none',
  resumes: true,
  interrupted_at: null,
  waits: false,
}

describe('the tabs of an instance', () => {
  it('are named in the URL', async () => {
    const { user, router } = await setup({ answers: { [at('/receipt')]: ok(aReceipt()) } })
    await user.click(screen.getByRole('tab', { name: 'Receipt' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'receipt' }))
  })

  it('default to the overview if the URL names an unknown one', async () => {
    await setup({ tab: 'nonsense' })
    const overview = screen.getByRole('tab', { name: 'Overview' })
    expect(overview.getAttribute('aria-selected')).toBe('true')
  })
})

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}

/** The first render in a test file waits for lazily loaded code. */
const slow = { timeout: 5_000 }

interface Setup {
  tab?: string
  instance?: object
  answers?: Answers
}

async function setup({ tab, instance = {}, answers = {} }: Setup = {}) {
  const shown = anInstance({ last_seen_at: new Date().toISOString(), ...instance })
  const path = `/instance/myinstance/${id}${tab === undefined ? '' : `?tab=${tab}`}`
  const app = renderApp({ path, answers: { [at('')]: ok(shown), ...answers } })
  await screen.findByRole('heading', { level: 1, name: 'train' }, slow)
  return app
}
