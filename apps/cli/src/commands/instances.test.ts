import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../test/fake-server.ts'
import { aWorld } from '../../test/run-words.ts'
import { aBalance, anInstance, aReceipt, idEndingIn } from '../../test/samples.ts'

const other = anInstance({
  id: idEndingIn('ins', 'aaaa2222'),
  label: '',
  state: 'stopped',
  desired: 'stopped',
  ready: false,
})

describe('ps', () => {
  it('shows each instance with its state, its current price and its cost so far', async () => {
    await using world = await aWorld({ answers: two() })
    const [, first, second] = (await world.run('ps')).stdout.split('\n')
    expect(first).toMatch(
      /^aaaa1111 {2}trial {2}ready .* \$0\.042\/h {2}\$0\.0012 {2}1 h {2}tower$/,
    )
    expect(second).toMatch(/^aaaa2222 {2}— {6}stopped .* \$0\.002\/h/)
  })

  it('prints JSON of the contract, and includes destroyed instances with --all', async () => {
    await using world = await aWorld({ answers: two() })
    const ran = await world.run('ps', '--all', '--json')
    expect(JSON.parse(ran.stdout)).toEqual([anInstance(), other])
    expect(world.server.calls[0]?.query).toEqual({ destroyed: true })
  })

  it('explains what to do when there is none', async () => {
    await using world = await aWorld({ answers: { 'instances.list': () => [] } })
    expect((await world.run('ps')).stdout).toContain('gridloom offers')
    expect((await world.run('ps', '--json')).stdout).toBe('[]\n')
  })
})

describe('inspect', () => {
  it('finds a destroyed instance after the others, which stop does not', async () => {
    const gone = anInstance({ id: idEndingIn('ins', 'dead0000'), label: 'old' })
    await using world = await aWorld({
      answers: { 'instances.list': ({ query }) => (query.destroyed ? [gone] : [anInstance()]) },
    })
    expect((await world.run('inspect', 'old')).stdout).toContain(gone.id)
    expect(await world.run('stop', 'old')).toMatchObject({ code: 4 })
  })

  it('shows the reason of a state as text', async () => {
    const reason = { code: 'disk_full', text: 'The disk is full.' }
    await using world = await aWorld({
      answers: { 'instances.list': () => [anInstance({ state: 'failed', ready: false, reason })] },
    })
    expect((await world.run('inspect', 'trial')).stdout).toContain('The disk is full. (disk_full)')
  })

  it('reads a whole id directly, and ends with 4 when it does not exist', async () => {
    await using world = await aWorld({
      answers: { 'instances.read': () => new Refusal('not_found') },
    })
    expect((await world.run('inspect', other.id)).code).toBe(4)
    expect(world.server.calls.map(({ name }) => name)).toEqual(['instances.read'])
  })
})

describe('start, stop, restart, destroy', () => {
  it.each([
    ['start', 'Starting'],
    ['stop', 'Stopping'],
    ['restart', 'Restarting'],
  ])('%s prints that it is in progress', async (word, progress) => {
    await using world = await aWorld({
      answers: {
        ...two(),
        [`instances.${word}`]: () => anInstance({ state: 'stopping', ready: false }),
      },
    })
    expect((await world.run(word, 'trial')).stdout).toBe(`${progress} trial…\n`)
    expect(world.server.calls.at(-1)?.params).toEqual({ id: anInstance().id })
  })

  it('stop --wait ignores a state from before the newest generation', async () => {
    const stopped = { state: 'stopped', desired: 'stopped', ready: false, generation: 2 }
    let reads = 0
    await using world = await aWorld({
      answers: {
        ...two(),
        'instances.stop': () => anInstance({ ...stopped, observed_generation: 1 }),
        'instances.read': () => {
          reads += 1
          return anInstance({ ...stopped, observed_generation: reads })
        },
      },
    })
    expect((await world.run('stop', 'trial', '--wait')).stdout).toBe('trial is stopped.\n')
    expect(reads).toBe(2)
  })

  it('destroy asks first, and destroys nothing after a no or without a terminal', async () => {
    const answers = { ...two(), 'instances.destroy': () => anInstance({ state: 'stopping' }) }
    await using person = await aWorld({ answers, person: ['no'] })
    expect((await person.run('destroy', 'trial')).code).toBe(130)
    await using script = await aWorld({ answers })
    expect((await script.run('destroy', 'trial')).code).toBe(2)
    expect((await script.run('destroy', 'trial', '--yes')).code).toBe(0)
    const deletions = [...person.server.calls, ...script.server.calls].filter(
      ({ name }) => name === 'instances.destroy',
    )
    expect(deletions).toHaveLength(1)
  })

  it('ends with 6 when the state does not allow it', async () => {
    await using world = await aWorld({
      answers: { ...two(), 'instances.start': () => new Refusal('state_conflict') },
    })
    expect((await world.run('start', 'trial')).code).toBe(6)
  })
})

describe('money', () => {
  it('receipt shows the intervals and the total', async () => {
    await using world = await aWorld({ answers: { ...two(), 'instances.receipt': aReceipt } })
    const { stdout } = await world.run('receipt', 'trial')
    expect(stdout).toContain('2026-11-21 09:00:00  2026-11-21 09:01:00       60  running')
    expect(stdout).toContain('1 min running. Total $0.0007 (final).')
  })

  it('balance shows how long it lasts', async () => {
    await using world = await aWorld({ answers: { 'ledger.balance': () => aBalance() } })
    const { stdout } = await world.run('balance')
    expect(stdout).toContain('$4.99')
    expect(stdout).toContain('6 d 22 h')
  })

  it('ledger sums transactions by day, with the cursor of the next page', async () => {
    const line = {
      at: '2026-11-21T00:00:00.000Z',
      kind: 'charge',
      product: 'compute',
      instance_id: anInstance().id,
      render_job_id: null,
      machine_id: null,
      transactions: 60,
      transaction_id: null,
      text: null,
      available_change_micro_usd: 0,
      held_change_micro_usd: -10_500,
      earned_change_micro_usd: 0,
      fee_micro_usd: 0,
    }
    const next = '1763683200000~charge~compute~'
    await using world = await aWorld({
      answers: { 'ledger.lines': () => ({ lines: [line], next_cursor: next }) },
    })
    const ran = await world.run('ledger', '--limit', '1')
    expect(ran.stdout).toMatch(/2026-11-21 +60 charges +aaaa1111 +— +-\$0\.0105 +—/)
    expect(ran.stderr).toBe(`More: --cursor '${next}', with the same options.\n`)
    expect(world.server.calls[0]?.query).toEqual({
      granularity: 'day',
      holds: false,
      limit: 1,
    })
  })

  it('bill shows what the month cost by product, with a forecast', async () => {
    const none = { earned_micro_usd: 0, fee_micro_usd: 0 }
    const bill = {
      month: '2026-11',
      spent_micro_usd: 12_000_000,
      ...none,
      products: [{ product: 'compute', spent_micro_usd: 12_000_000, ...none }],
      items: [],
      days: [],
      forecast: {
        micro_usd: 84_200_000,
        micro_usd_per_hour: 420_000,
        from_holds_micro_usd: 0,
        funds_end_at: null,
      },
      months: [],
    }
    await using world = await aWorld({ answers: { 'ledger.bill': () => bill } })
    const { stdout } = await world.run('bill')
    expect(stdout).toMatch(/Forecast +\$84\.20 at \$0\.42\/h/)
    expect(stdout).toMatch(/compute +\$12\.00/)
  })
})

function two(): Answers {
  return { 'instances.list': () => [anInstance(), other] }
}
