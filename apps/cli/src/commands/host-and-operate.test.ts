import { describe, expect, it } from 'vitest'
import type { Answers } from '../../test/fake-server.ts'
import { aWorld } from '../../test/run-words.ts'
import { aBalance, aMachine } from '../../test/samples.ts'

describe('machines', () => {
  it('lists the machines, and the problems that prevent renting', async () => {
    const problem = { code: 'disk_low', text: 'The disk is nearly full.', remedy: 'Make room.' }
    await using world = await aWorld({
      answers: { 'machines.list': () => [aMachine({ problems: [problem] })] },
    })
    for (const words of [['machines'], ['machines', 'list']]) {
      const { stdout } = await world.run(...words)
      expect(stdout).toMatch(/^cccc3333 {2}tower {2}online {2}listed .* 1\/4 +\$0\.02\/h/m)
      expect(stdout).toContain('tower: The disk is nearly full. Make room.')
    }
  })

  it('token prints only the command to stdout, to be copied or piped', async () => {
    await using world = await aWorld({
      answers: {
        'machines.createEnrolmentToken': () => ({
          token: 't',
          expires_at: '2026-11-21T10:10:00.000Z',
          command: 'gridloom agent enrol --token t',
        }),
      },
    })
    const ran = await world.run('machines', 'token')
    expect(ran.stdout).toBe('gridloom agent enrol --token t\n')
    expect(ran.stderr).toContain('within 10 min')
  })

  it('price changes the given prices and keeps the rest', async () => {
    await using world = await aWorld({ answers: hosting() })
    await world.run('machines', 'price', 'tower', '--cpu-slot', '0.05', '--cpu-slots', '8')
    expect(world.server.calls.at(-1)?.body).toEqual({
      pricing: { ...aMachine().pricing, cpu_slot_micro_usd_per_hour: 50_000 },
      cpu_slots: 8,
    })
  })

  it('price without options only shows the prices', async () => {
    await using world = await aWorld({ answers: hosting() })
    expect((await world.run('machines', 'price', 'tower')).stdout).toContain('$0.40/h')
    expect(world.server.calls.map(({ name }) => name)).toEqual(['machines.list'])
  })

  it('list and unlist change whether the machine is listed', async () => {
    await using world = await aWorld({ answers: hosting() })
    await world.run('machines', 'list', 'tower')
    expect(world.server.calls.at(-1)?.body).toEqual({ listed: true })
    await world.run('machines', 'unlist', 'cccc3333')
    expect(world.server.calls.at(-1)?.body).toEqual({ listed: false })
    await world.run('machines', 'list', 'tower', '--not-isolated')
    expect(world.server.calls.at(-1)?.body).toEqual({ listed: true, list_not_isolated: true })
    await world.run('machines', 'list', 'tower', '--only-isolated')
    expect(world.server.calls.at(-1)?.body).toEqual({ listed: true, list_not_isolated: false })
    const both = await world.run('machines', 'list', 'tower', '--not-isolated', '--only-isolated')
    expect(both.code).toBe(2)
  })

  it('remove asks first', async () => {
    await using world = await aWorld({
      answers: { ...hosting(), 'machines.remove': () => ({}) },
      person: ['no', 'yes'],
    })
    expect((await world.run('machines', 'remove', 'tower')).code).toBe(130)
    expect((await world.run('machines', 'remove', 'tower')).code).toBe(0)
    expect(world.server.calls.filter(({ name }) => name === 'machines.remove')).toHaveLength(1)
  })
})

describe('operator', () => {
  it('credit converts dollars to micro-dollars and sends the key', async () => {
    await using world = await aWorld({ answers: { 'ledger.credit': () => aBalance() } })
    await world.run('operator', 'credit', 'ada@example.com', '20.5', '--key', 'invoice-7')
    expect(world.server.calls[0]?.body).toEqual({
      email: 'ada@example.com',
      micro_usd: 20_500_000,
      key: 'invoice-7',
      text: 'Credit from the operator',
    })
  })

  it('settings shows them, and writes those that are given', async () => {
    await using world = await aWorld({
      answers: {
        'operator.readSettings': () => ({
          starting_credit_micro_usd: 5_000_000,
          platform_fee_basis_points: 1_000,
        }),
        'operator.writeSettings': ({ body }) => body,
      },
    })
    expect((await world.run('operator', 'settings')).stdout).toContain('$5.00')
    const given = ['--starting-credit', '7', '--platform-fee', '2.5']
    const changed = await world.run('operator', 'settings', ...given, '--json')
    expect(JSON.parse(changed.stdout)).toEqual({
      starting_credit_micro_usd: 7_000_000,
      platform_fee_basis_points: 250,
    })
  })
})

describe('the program', () => {
  it('passes all arguments to the agent and ends with its exit code', async () => {
    await using world = await aWorld()
    expect((await world.run('agent', 'doctor', '--json', '--help')).code).toBe(9)
    expect(world.agentRuns).toEqual([['doctor', '--json', '--help']])
  })

  it('ends with 2 for unknown arguments and with 0 for help, which has examples', async () => {
    await using world = await aWorld()
    expect((await world.run('nonsense')).code).toBe(2)
    expect((await world.run('ps', '--nonsense')).code).toBe(2)
    expect((await world.run('logs')).code).toBe(2)
    const help = await world.run('logs', '--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('$ gridloom logs -f trial')
    expect((await world.run('--help')).stdout).toContain('130  interrupted')
  })

  it('ends with 7 when no server answers, and prints its address', async () => {
    await using world = await aWorld()
    const ran = await world.run('balance', '--server', 'http://127.0.0.1:1', '--json')
    expect(ran.code).toBe(7)
    expect(JSON.parse(ran.stderr)).toMatchObject({ code: 'network_unreachable' })
    expect(ran.stderr).toContain('http://127.0.0.1:1')
  })

  it('has examples in the help of every command', async () => {
    await using world = await aWorld()
    const words = [...(await world.run('--help')).stdout.matchAll(/^ {2}([a-z]+)[ [<]/gm)]
    expect(words.length).toBeGreaterThan(25)
    for (const [, word = ''] of words.filter(([, name]) => name !== 'agent' && name !== 'help')) {
      expect((await world.run(word, '--help')).stdout, word).toContain(`$ gridloom ${word}`)
    }
  })
})

function hosting(): Answers {
  return {
    'machines.list': () => [aMachine()],
    'machines.change': ({ body }) => aMachine(Object(body)),
  }
}
