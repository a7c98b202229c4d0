import { ChatParameters } from '@gridloom/contract/chat/chat'
import { AccountId, ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { aCost, fakeAnswers } from '../../../test/fake-answers.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/log.ts'
import { answerInputOf } from './prompt-of.ts'
import { type AnswerEnd, answerUnitsMax, restartedText, runAnswer } from './running-answer.ts'

describe('an answer that is being made', () => {
  it('has all that came, and its end only once that is written', async () => {
    const { answer, engine, written } = await setup()
    engine.say('A frame ')
    engine.say('for weaving.')
    engine.end()
    expect(answer.end).toBeUndefined()
    await answer.over
    expect(written).toEqual([
      { text: 'A frame for weaving.', end: { state: 'done', problem: null, cost: aCost } },
    ])
    expect(answer.end).toEqual({ state: 'done', problem: null, cost: aCost })
  })

  it('wakes everybody who waits for news of it', async () => {
    const { answer, engine } = await setup()
    const { signal } = new AbortController()
    const notified = Promise.all([answer.news(signal), answer.news(signal)])
    engine.say('A')
    await notified
    expect(answer.text.whole()).toBe('A')
  })

  it('lets a reader go who waits for news', async () => {
    const { answer } = await setup()
    const reader = new AbortController()
    const waiting = answer.news(reader.signal)
    reader.abort()
    await waiting
    await answer.news(reader.signal)
    expect(answer.end).toBeUndefined()
  })

  it('puts halves of characters together that come in two pieces', async () => {
    const { answer, engine } = await setup()
    engine.say('\uD83D')
    engine.say('\uDE00')
    engine.say('\uD83D')
    engine.end()
    await answer.over
    expect(answer.text.whole()).toBe('😀\uFFFD')
  })
})

describe('how an answer ends', () => {
  it('stopped by a reader: keeps what had come, with its cost', async () => {
    const { answer, engine, signal } = await setup()
    engine.say('A')
    await answer.news(new AbortController().signal)
    answer.stop('reader')
    expect(signal.aborted).toBe(true)
    await answer.over
    expect(answer.end).toEqual({ state: 'stopped', problem: null, cost: aCost })
    expect(answer.text.whole()).toBe('A')
  })

  it('with the server: is broken, and says why', async () => {
    const { answer } = await setup()
    answer.stop('server')
    await answer.over
    expect(answer.end).toEqual({ state: 'broken', problem: restartedText, cost: aCost })
  })

  it('done, though it was stopped: an engine may be quicker than the stop', async () => {
    const { answer, engine } = await setup()
    engine.end()
    answer.stop('server')
    await answer.over
    expect(answer.end).toMatchObject({ state: 'done' })
  })

  it('broken by its engine: with the words of that', async () => {
    const { answer, engine } = await setup()
    engine.end({ state: 'broken', reason: 'failed', problem: 'The engine crashed.' })
    await answer.over
    expect(answer.end).toMatchObject({ state: 'broken', problem: 'The engine crashed.' })
  })

  it('broken by a machine that says what no database keeps: with what can be kept of it', async () => {
    const { answer, engine } = await setup()
    engine.end({ state: 'broken', reason: 'failed', problem: 'Out\0 of \uD83Dmemory.' })
    await answer.over
    expect(answer.end).toMatchObject({ problem: 'Out\uFFFD of \uFFFDmemory.' })
  })

  it('refused before anything came: with the public words of the refusal', async () => {
    const { answer, engine } = await setup()
    const details = { model: 'gridloom/tinychat', seconds: 3 }
    engine.refuse(new Refused('endpoints_busy', { details, internal: 'secret' }))
    await answer.over
    expect(answer.end).toEqual({
      state: 'broken',
      problem: 'All machines that serve gridloom/tinychat are at capacity. Try again in 3 s.',
      cost: null,
    })
  })

  it('by a mistake of ours: without telling what it was', async () => {
    const { answer, engine } = await setup()
    engine.refuse(new RangeError('secret'))
    await answer.over
    expect(answer.end).toMatchObject({ state: 'broken' })
    expect(answer.end?.problem).toContain('Something went wrong on our side')
  })

  it('at the bound of what is kept: as long as it may be', async () => {
    const { answer, engine, signal } = await setup()
    const delta = 'a'.repeat(1_000_000)
    for (let come = 0; come <= answerUnitsMax; come += delta.length) engine.say(delta)
    await answer.over
    expect(signal.aborted).toBe(true)
    expect(answer.end).toMatchObject({ state: 'length', problem: null })
    expect(answer.text.length).toBe(answerUnitsMax)
  })
})

async function setup() {
  const answers = fakeAnswers()
  const stop = new AbortController()
  const ids = systemIds(() => new Date(0))
  const accountId = AccountId.parse(ids.mint('account'))
  const pending = await answers.beginAnswer(asContext({ ids }), {
    payer: { accountId, keyId: null },
    modelId: ModelId.parse('gridloom/tinychat'),
    provider: {},
    request: answerInputOf(ChatParameters.parse({}), [{ role: 'user', text: 'Hello' }]),
    signal: stop.signal,
  })
  const written: { text: string; end: AnswerEnd }[] = []
  const chatId = ChatId.parse(ids.mint('chat'))
  const messageId = ChatMessageId.parse(ids.mint('chatMessage'))
  const answer = runAnswer({
    begun: { pending, accountId, chatId, messageId, stop },
    log: silentLog(),
    write: async (text, end) => void written.push({ text, end }),
  })
  return { answer, engine: answers.last, signal: stop.signal, written }
}

type BeginCtx = Parameters<ReturnType<typeof fakeAnswers>['beginAnswer']>[0]

/** Named cast: these answers need nothing of their context but ids. */
function asContext(parts: Pick<BeginCtx, 'ids'>): BeginCtx {
  return parts as BeginCtx
}
