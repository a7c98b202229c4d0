import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, aReceipt, idEndingIn } from '../../../test/samples.ts'

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

  it('names the template with its version, or none', async () => {
    const list = () => [anInstance(), anInstance({ template: null })]
    await using world = await aWorld({ answers: { 'instances.list': list } })
    const [, first, second] = (await world.run('ps')).stdout.split('\n')
    expect(first).toContain('Debian, version 1  debian:12')
    expect(second).toMatch(/ — +debian:12/)
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

describe('receipt', () => {
  it('shows the intervals and the total', async () => {
    await using world = await aWorld({
      answers: { ...two(), 'instances.receipt': () => aReceipt() },
    })
    const { stdout } = await world.run('receipt', 'trial')
    expect(stdout).toContain('2026-11-21 09:00:00  2026-11-21 09:01:00       60  running')
    expect(stdout).toContain('1 min running. Total $0.0007 (final).')
  })

  it('shows what the provider pays back, and the rest', async () => {
    const credit = {
      ...{ reason: 'outage', at: '2026-11-21T09:00:30.000Z', seconds: 150, percent: null },
      ...{ text: 'Credit: the machine was offline for 2 min 30 s.' },
      ...{ micro_usd: 1_750, paid_micro_usd: 200 },
    }
    const receipt = aReceipt({ credits: [credit], credited_micro_usd: 200 })
    await using world = await aWorld({ answers: { ...two(), 'instances.receipt': () => receipt } })
    const { stdout } = await world.run('receipt', 'trial')
    expect(stdout).toContain('offline for 2 min 30 s. $0.0002 of $0.00175 paid back.')
    expect(stdout).toContain('After credits: $0.0005.')
  })
})

function two(): Answers {
  return { 'instances.list': () => [anInstance(), other] }
}
