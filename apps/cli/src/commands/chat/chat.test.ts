import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aCost, aModel, anAsked, chatId, generationId } from '../../../test/model-samples.ts'
import { aWorld, type World } from '../../../test/run-words.ts'

const took =
  '12 tokens in (4 cached), 34 out · first token 12 ms · 812 tokens/s · $0.000012 · tower\n'

describe('chat with a prompt', () => {
  it('writes the answer to stdout, and its cost to stderr', async () => {
    await using world = await setup({ ...following([text('Par'), text('is.'), end('done')]) })
    expect(await world.run('chat', 'small', 'What is the capital of France?')).toEqual({
      code: 0,
      stdout: 'Paris.\n',
      stderr: took,
    })
    expect(asking(world)).toMatchObject({
      query: { new_chat: 'true' },
      body: { model_id: 'org/small', prompt: 'What is the capital of France?' },
    })
  })

  it('writes what the model thinks to stderr, apart from the answer', async () => {
    const thought = { event: 'reasoning', id: '0.7', data: { text: 'A city?' } }
    await using world = await setup({ ...following([thought, text('Paris.'), end('done')]) })
    expect(await world.run('chat', 'small', 'Hi')).toEqual({
      ...{ code: 0, stdout: 'Paris.\n', stderr: `Thinking…\nA city?\n\n${took}` },
    })
  })

  it('sends the given parameters, and no others', async () => {
    await using world = await setup({ ...following([end('done')]) })
    const words = ['--system', 'Be short.', '--temperature', '0.5', '--max-tokens', '50']
    await world.run('chat', 'small', 'Hi', ...words, '--top-p', '0.9', '--seed', '7')
    expect(asking(world)?.body).toMatchObject({
      parameters: { system: 'Be short.', temperature: 0.5, max_tokens: 50, top_p: 0.9, seed: 7 },
    })
    expect((await world.run('chat', 'small', 'Hi', '--temperature', '3')).code).toBe(2)
  })

  it('reads the prompt from standard input', async () => {
    await using world = await setup({ ...following([end('done')]) }, { stdin: 'a report\n' })
    expect((await world.run('chat', 'small')).code).toBe(0)
    expect(asking(world)?.body).toMatchObject({ prompt: 'a report' })
    await using silent = await setup({}, { stdin: ' \n' })
    expect((await silent.run('chat', 'small')).code).toBe(2)
  })

  it('sends no prompt over the maximum length', async () => {
    await using world = await setup({}, { stdin: 'x'.repeat(1_000_001) })
    expect(await world.run('chat', 'small')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('The prompt is too long.') },
    })
    expect(world.server.calls).toEqual([])
  })

  it('prints one JSON object per line with --json, and nothing on stderr', async () => {
    await using world = await setup({ ...following([text('Hi'), end('done')]) })
    const ran = await world.run('chat', 'small', 'Hi', '--json')
    expect(ran.stderr).toBe('')
    const lines = ran.stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'asked', data: { chat_id: chatId, generation_id: generationId } },
      { event: 'text', data: { text: 'Hi' } },
      { event: 'end', data: { state: 'done', cost: { output_tokens: 34 } } },
    ])
  })

  it('removes terminal control characters from the answer', async () => {
    const hostile = text('a\u001b]0;owned\u0007b\r\u009b2Jc\td\n')
    await using world = await setup({ ...following([hostile, end('done')]) })
    expect((await world.run('chat', 'small', 'Hi')).stdout).toBe('abc\td\n')
  })

  it('resumes after a lost connection, without repeating a word', async () => {
    let opened = 0
    await using world = await setup({
      'chat.follow': () => {
        opened += 1
        return { events: opened === 1 ? [text('Par', '3')] : [text('is.', '6'), end('done')] }
      },
    })
    const ran = await world.run('chat', 'small', 'Hi')
    expect(ran).toMatchObject({ code: 0, stdout: 'Paris.\n' })
    expect(ran.stderr).toContain('Connection lost. Reconnecting…')
  })

  it('prints the part of a broken answer and the reason, and ends with 1', async () => {
    const broken = end('broken', { problem: 'The machine went away.' })
    await using world = await setup({ ...following([text('Par'), broken]) })
    const ran = await world.run('chat', 'small', 'Hi')
    expect(ran).toMatchObject({ code: 1, stdout: 'Par\n' })
    expect(ran.stderr).toContain('The machine went away.')
    expect(ran.stderr).toContain(took)
  })

  it('reports that an answer was cut off at the token limit', async () => {
    await using world = await setup({ ...following([text('Par'), end('length')]) })
    expect(await world.run('chat', 'small', 'Hi')).toMatchObject({
      code: 0,
      stderr: `${took}The answer was cut off at the token limit.\n`,
    })
  })

  it.each([
    ['insufficient_funds', 5],
    ['key_budget_exceeded', 5],
    ['context_exceeded', 2],
    ['model_unavailable', 7],
    ['endpoints_busy', 9],
  ] as const)('ends with the documented exit code when it is rejected: %s', async (code, exit) => {
    await using world = await setup({ 'chat.ask': () => new Refusal(code) })
    expect((await world.run('chat', 'small', 'Hi')).code).toBe(exit)
  })

  it('ends with 4 for an unknown model', async () => {
    await using world = await setup()
    expect(await world.run('chat', 'large', 'Hi')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('gridloom models'),
    })
  })

  it('requires the whole id when two models have the same name', async () => {
    const models = [aModel(), aModel({ id: 'other/small' })]
    await using world = await setup({
      'models.list': () => ({ models }),
      ...following([end('done')]),
    })
    expect(await world.run('chat', 'small', 'Hi')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('  other/small'),
    })
    expect((await world.run('chat', 'other/small', 'Hi')).code).toBe(0)
  })
})

describe('Ctrl-C', () => {
  it('stops the engine, waits for the final state, and ends with 130', async () => {
    const stopped = Promise.withResolvers<void>()
    await using world = await setup({
      ...stopsWhen(stopped),
      'chat.stop': () => {
        stopped.resolve()
        return {}
      },
    })
    const running = world.run('chat', 'small', 'Hi')
    await until(() => world.written().stdout.includes('Par'))
    world.interrupt()
    expect(await running).toEqual({
      code: 130,
      stdout: 'Par\n',
      stderr: expect.stringContaining(`${took}Stopped.\n`),
    })
  })

  it('exits at once when it is pressed again', async () => {
    await using world = await setup({
      'chat.follow': () => ({ events: [text('Par')], ends: 'never' }),
      'chat.stop': () => ({}),
    })
    const running = world.run('chat', 'small', 'Hi')
    await until(() => world.written().stdout.includes('Par'))
    world.interrupt()
    world.interrupt()
    expect(await running).toMatchObject({ code: 130, stdout: 'Par\n' })
  })

  it('reports that the answer could not be stopped', async () => {
    await using world = await setup({
      'chat.follow': () => ({ events: [text('Par')], ends: 'never' }),
      'chat.stop': () => new Refusal('internal'),
    })
    const running = world.run('chat', 'small', 'Hi')
    await until(() => world.written().stdout.includes('Par'))
    world.interrupt()
    await until(() => world.written().stderr.includes('Could not stop the answer'))
    world.interrupt()
    expect((await running).code).toBe(130)
  })
})

describe('an interactive chat', () => {
  it('continues in one chat until the user leaves, and prints where it is stored', async () => {
    await using world = await setup(
      { ...following([text('Hi.'), end('done')]) },
      { person: ['Hello', 'And now?'] },
    )
    const ran = await world.run('chat', 'small', '--system', 'Be kind.')
    expect(ran).toMatchObject({ code: 0, stdout: 'Hi.\nHi.\n' })
    expect(ran.stderr).toContain(`/model-hub/org%2Fsmall?chat=${chatId}`)
    const [first, second] = world.server.calls.filter(({ name }) => name === 'chat.ask')
    expect(first).toMatchObject({
      query: { new_chat: 'true' },
      body: { prompt: 'Hello', parameters: { system: 'Be kind.' } },
    })
    expect(second).toMatchObject({
      query: { new_chat: 'false' },
      body: { prompt: 'And now?', chat_id: chatId },
    })
    expect(second?.body).not.toHaveProperty('parameters')
  })

  it('continues after a broken answer', async () => {
    const broken = end('broken', { problem: 'The machine went away.' })
    await using world = await setup({ ...following([broken]) }, { person: ['Hello', 'Again'] })
    const ran = await world.run('chat', 'small')
    expect(ran.code).toBe(0)
    expect(ran.stderr.match(/The answer failed: The machine went away\./g)).toHaveLength(2)
  })
})

function text(piece: string, id?: string) {
  return { event: 'text', data: { text: piece }, ...(id === undefined ? {} : { id }) }
}

function end(state: string, change: Readonly<Record<string, unknown>> = {}) {
  return { event: 'end', data: { state, problem: null, cost: aCost(), ...change } }
}

type AnswerEvent = ReturnType<typeof text> | ReturnType<typeof end>

function following(events: readonly AnswerEvent[]): Answers {
  return { 'chat.follow': () => ({ events }) }
}

/** A stream that breaks after the first delta; the next one reports the end, once the answer was stopped. */
function stopsWhen(stopped: PromiseWithResolvers<void>): Answers {
  let opened = 0
  return {
    'chat.follow': async () => {
      opened += 1
      if (opened === 1) return { events: [text('Par')] }
      await stopped.promise
      return { events: [end('stopped')] }
    },
  }
}

function asking(world: World) {
  return world.server.calls.findLast(({ name }) => name === 'chat.ask')
}

function setup(answers: Answers = {}, person: { stdin?: string; person?: string[] } = {}) {
  return aWorld({
    answers: {
      'models.list': () => ({ models: [aModel()] }),
      'chat.ask': () => anAsked('Hi'),
      ...answers,
    },
    ...person,
  })
}

async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 100_000 && !holds(); turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!holds()) throw new Error('It never came to be.')
}
