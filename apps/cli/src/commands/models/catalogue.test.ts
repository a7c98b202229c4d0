import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aModel } from '../../../test/model-samples.ts'
import { aWorld, type World } from '../../../test/run-words.ts'

const sha256 = 'ab'.repeat(32)
const url = 'https://hub.example/new.gguf'
const kept = {
  kind: 'url',
  url: 'https://hub.example/small.gguf',
  sha256,
  bytes: 98_000_000,
  quantization: 'Q4_1',
}

describe('models add', () => {
  it('adds a model to the catalogue, with its files in order', async () => {
    await using world = await setup()
    const ran = await world.run(
      ...['models', 'add', 'org/new', '--licence', 'MIT', '--description', 'Rhymes.'],
      ...['--parameters', '135000000', '--context', '4096'],
      ...['--source', url, '--sha256', sha256.toUpperCase(), '--bytes', '12'],
      ...['--pypi', 'new-gguf==1.2', '--path', 'new/new.gguf', '--quantization', 'Q8_0'],
      ...['--sha256', sha256, '--bytes', '34'],
    )
    expect(ran).toMatchObject({ code: 0, stdout: 'Added org/new to the catalogue.\n' })
    expect(putOf(world)).toMatchObject({
      params: { model: 'org/new' },
      body: {
        about: 'Rhymes.',
        licence: 'MIT',
        parameters: 135_000_000,
        context_tokens: 4_096,
        sources: [
          { kind: 'url', url, sha256, bytes: 12, quantization: null },
          {
            kind: 'pypi',
            package: 'new-gguf',
            version: '1.2',
            path: 'new/new.gguf',
            sha256,
            bytes: 34,
            quantization: 'Q8_0',
          },
        ],
      },
    })
  })

  it('changes the given fields of an existing model, and keeps the rest', async () => {
    await using world = await setup()
    const ran = await world.run('models', 'add', 'org/small', '--description', 'Now with words.')
    expect(ran.stdout).toBe('Updated org/small.\n')
    expect(putOf(world)?.body).toEqual({
      about: 'Now with words.',
      licence: 'Apache-2.0',
      parameters: 134_515_008,
      context_tokens: 8_192,
      sources: [kept],
    })
    await world.run('models', 'add', 'org/small', '--source', url, ...hashAndBytes)
    expect(putOf(world)?.body).toMatchObject({ sources: [{ url }] })
  })

  it('tells other users that only the operator can, with the error code', async () => {
    await using world = await setup({ 'models.put': () => new Refusal('forbidden') })
    const words = ['models', 'add', 'org/new', '--licence', 'MIT', '--context', '4096']
    const ran = await world.run(...words)
    expect(ran).toMatchObject({ code: 8, stdout: '' })
    expect(ran.stderr).toContain('Only the operator can change the model catalogue')
    expect(ran.stderr).toContain('(forbidden)')
  })

  it.each([
    [['new', '--licence', 'MIT', '--context', '4096'], 'have the form org/name, not "new"'],
    [['org/new', '--context', '4096'], '--licence MIT'],
    [['org/new', '--licence', 'MIT'], '--context N'],
    [['org/new', '--sha256', sha256], '--sha256 must follow the --source or --pypi'],
    [['org/new', '--source', 'ftp://hub.example/x'], 'https:// or http://'],
    [['org/new', '--source', url, '--bytes', '12'], `--source ${url}: specify its SHA-256`],
    [['org/new', '--source', url, '--sha256', sha256], 'specify the file size'],
    [['org/new', '--source', url, '--sha256', sha256, '--bytes', 'many'], 'specify the file size'],
    [['org/new', '--source', url, '--path', 'x', '--sha256', sha256, '--bytes', '1'], '--pypi'],
    [['org/new', '--pypi', 'new-gguf'], 'PACKAGE==VERSION, not "new-gguf"'],
    [['org/new', '--pypi', 'new-gguf==1', '--sha256', sha256, '--bytes', '1'], '--path PATH'],
  ])('rejects %j before anything is sent', async (words, text) => {
    await using world = await setup()
    const ran = await world.run('models', 'add', ...words)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain(text)
    expect(putOf(world)).toBeUndefined()
  })
})

describe('models remove', () => {
  it('asks first, and removes the model after a yes', async () => {
    await using world = await setup({}, ['no', 'yes'])
    expect((await world.run('models', 'remove', 'small')).code).toBe(130)
    expect(world.server.calls.some(({ name }) => name === 'models.remove')).toBe(false)
    const ran = await world.run('models', 'remove', 'small')
    expect(ran.stdout).toBe('Removed org/small from the catalogue.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      name: 'models.remove',
      params: { model: 'org/small' },
    })
  })

  it('requires --yes without a terminal', async () => {
    await using world = await setup()
    expect((await world.run('models', 'remove', 'small')).code).toBe(2)
    expect((await world.run('models', 'remove', 'small', '--yes')).code).toBe(0)
  })

  it('reports why it fails: the model is served or unknown, or the user is not the operator', async () => {
    await using world = await setup({ 'models.remove': () => new Refusal('state_conflict') })
    expect((await world.run('models', 'remove', 'small', '--yes')).code).toBe(6)
    const unknown = await world.run('models', 'remove', 'org/none', '--yes')
    expect(unknown).toMatchObject({ code: 4, stderr: expect.stringContaining('"org/none"') })
    await using other = await setup({ 'models.remove': () => new Refusal('forbidden') })
    expect((await other.run('models', 'remove', 'small', '--yes')).stderr).toContain(
      'Only the operator',
    )
  })
})

const hashAndBytes = ['--sha256', sha256, '--bytes', '12']

function putOf(world: World) {
  return world.server.calls.findLast(({ name }) => name === 'models.put')
}

function setup(answers: Answers = {}, person?: string[]) {
  return aWorld({
    ...(person && { person }),
    answers: {
      'models.list': () => ({ models: [aModel({ sources: [kept] })] }),
      'models.put': ({ params }) => aModel({ id: params.model }),
      'models.remove': () => ({}),
      ...answers,
    },
  })
}
