import type { ModelSource } from '@gridloom/contract/models/model'
import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { answerText } from '@gridloom/testkit/models/write-answer'
import { describe, expect, it } from 'vitest'
import { atTerminal } from './run-words.ts'

describe('models in a terminal, on the whole product', { timeout: 60_000 }, () => {
  it('are served by the user’s own machine, listed, used, and stopped', async () => {
    await using site = await startInferenceProduct()
    await using upstream = await startUpstream({ tokens: 5 })
    const { name } = await site.addMachine()
    const model = await site.addModel('tests/stand-in', 'none')
    const { server, people } = site.product
    using provider = atTerminal(server.url, { token: people.provider.token })
    using renter = atTerminal(server.url, { token: people.renter.token })

    const served = await provider.run(
      ...['serve', 'stand-in', '--machine', name, '--price-in', '0.1', '--price-out', '1'],
      ...['--engine', upstream.baseUrl, '--upstream-model', 'stand-in', '--context', '8192'],
    )
    expect(served).toMatchObject({ code: 0 })
    expect(served.stdout).toBe(
      `${name} serves ${model} at $0.10 input and $1.00 output per million tokens.\n`,
    )
    expect((await renter.run('models')).stdout).toMatch(/tests\/stand-in +\$0\.10 +\$1\.00 +8,192/)

    const asked = await renter.run('chat', 'stand-in', 'Hello', '--max-tokens', '3')
    expect(asked).toMatchObject({ code: 0, stdout: `${answerText(3)}\n` })
    expect(asked.stderr).toMatch(/tokens in, 3 out · .*\$0\.0000\d+ · serving-1/)
    expect(asked.stderr).toContain('cut off at the token limit')

    expect((await provider.run('serve', 'stand-in', '--machine', name, '--stop')).code).toBe(0)
    expect((await renter.run('chat', 'stand-in', 'Hello')).code).not.toBe(0)
  })

  it('are added by the operator alone, fetched, and removed once no machine serves them', async () => {
    await using site = await startInferenceProduct()
    const { name } = await site.addMachine()
    const { server, people } = site.product
    using provider = atTerminal(server.url, { token: people.provider.token })
    using operator = atTerminal(server.url, { stdin: server.operator.password })
    await operator.run('login', '--email', server.operator.email, '--password-stdin')

    const add = ['models', 'add', 'tests/tiny', '--licence', 'MIT', '--context', '1024']
    add.push(...wordsOf(site.hub.source()))
    const forbidden = await provider.run(...add)
    expect(forbidden.stderr).toContain('Only the operator')
    expect(await operator.run(...add)).toMatchObject({
      code: 0,
      stdout: 'Added tests/tiny to the catalogue.\n',
    })

    const serve = ['serve', 'tiny', '--machine', name]
    const served = await provider.run(...serve, '--price-in', '0', '--price-out', '0')
    expect(served).toMatchObject({ code: 0, stdout: expect.stringContaining('serves tests/tiny') })
    expect(site.hub.fetches).toBe(1)
    const remove = ['models', 'remove', 'tiny', '--yes']
    expect(await operator.run(...remove)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('while the model is served'),
    })
    expect((await provider.run(...serve, '--stop')).code).toBe(0)
    expect((await provider.run(...remove)).stderr).toContain('Only the operator')
    expect((await operator.run(...remove)).code).toBe(0)
    expect((await operator.run('models')).stdout).not.toContain('tests/tiny')
  })
})

/** A file as options of the command line. */
function wordsOf(source: ModelSource): string[] {
  if (source.kind !== 'url') throw new Error('a hub has files at addresses')
  const { url, sha256, bytes } = source
  return ['--source', url, '--sha256', sha256, '--bytes', String(bytes)]
}
