import { describe, expect, it } from 'vitest'
import { aWorld } from '../test/run-words.ts'

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
