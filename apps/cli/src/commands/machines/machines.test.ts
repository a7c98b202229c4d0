import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

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

function hosting(): Answers {
  return {
    'machines.list': () => [aMachine()],
    'machines.change': ({ body }) => aMachine(Object(body)),
  }
}
