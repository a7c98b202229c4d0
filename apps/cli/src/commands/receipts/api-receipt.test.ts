import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const period = '--from 2026-11-01 --to 2026-11-30'.split(' ')

it('asks for a period of whole days, and for the ID of a key', async () => {
  await using world = await aWorld({ answers: {} })
  for (const words of ['--from 2026-11-01', '--from May --to June', '--api'])
    expect((await world.run('receipt', '--api', ...words.split(' '))).stderr).toContain(
      '--from and --to',
    )
  const wrong = await world.run('receipt', '--api', ...period, '--api-key', 'ci')
  expect(wrong.stderr).toContain('--api-key is the ID')
  expect((await world.run('receipt', 'trial', '--api', ...period)).code).toBe(2)
  expect((await world.run('receipt')).code).toBe(2)
})
