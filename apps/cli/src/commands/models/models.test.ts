import { describe, expect, it } from 'vitest'
import { aModel, anEndpoint } from '../../../test/model-samples.ts'
import { aWorld } from '../../../test/run-words.ts'

const unmeasured = {
  first_token_ms: null,
  tokens_per_s: null,
  uptime_5m: null,
  uptime_30m: null,
  uptime_1d: null,
  answers_30m: 0,
}

describe('models', () => {
  it('shows prices, measurements, and how many machines serve each', async () => {
    await using world = await setup([aModel()])
    expect((await world.run('models')).stdout).toBe(
      [
        'MODEL       IN/M  OUT/M  CONTEXT  FIRST TOKEN  TOKENS/S  UPTIME  MACHINES',
        'org/small  $0.02  $0.04    2,048        12 ms       812  99.9 %         1',
        '',
      ].join('\n'),
    )
  })

  it('shows the progress of models that are not served yet, and a dash for what was not measured', async () => {
    const fetching = anEndpoint({ state: 'fetching', context_tokens: null })
    await using world = await setup([
      aModel({ price: null, metrics: unmeasured, endpoints: [fetching] }),
      aModel({ id: 'org/other', name: 'other', price: null, metrics: unmeasured, endpoints: [] }),
    ])
    const [, first, second] = (await world.run('models')).stdout.split('\n')
    expect(first).toMatch(/^org\/small +— +— +8,192 +— +— +— +0 \(fetching\)$/)
    expect(second).toMatch(/^org\/other +— +— +8,192 +— +— +— +0$/)
  })

  it('keeps the most important columns on a narrow terminal', async () => {
    await using world = await setup([aModel()], 45)
    expect((await world.run('models')).stdout).toMatch(
      /^MODEL +IN\/M +OUT\/M +TOKENS\/S +MACHINES\n/,
    )
  })

  it('prints the API’s JSON for scripts, and explains an empty catalogue to users', async () => {
    await using world = await setup([])
    expect(JSON.parse((await world.run('models', '--json')).stdout)).toEqual({ models: [] })
    expect((await world.run('models')).stdout).toContain('The catalogue is empty')
  })
})

function setup(models: readonly unknown[], columns?: number) {
  return aWorld({
    answers: { 'models.list': () => ({ models }) },
    ...(columns === undefined ? {} : { columns }),
  })
}
