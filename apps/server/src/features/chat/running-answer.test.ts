import { ChatParameters } from '@gridloom/contract/chat/chat'
import { AccountId, ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { aCost, fakeAnswers } from '../../../test/fake-answers.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/log.ts'
import { answerInputOf } from './prompt-of.ts'
import {
  type AnswerEnd,
  answerUnitsMax,
  restartedText,
  runAnswer,
  type WrittenAnswer,
} from './running-answer.ts'

describe('a running answer', () => {
  it('has its whole text, and its end only once that is written', async () => {
    const { answer, engine, written } = await setup()
    engine.think('Hm.')
    engine.say('A frame ')
    engine.say('for weaving.')
    engine.end()
    expect(answer.end).toBeUndefined()
    await answer.over
    expect(written).toEqual([
      {
        text: 'A frame for weaving.',
        reasoning: 'Hm.',
        end: { state: 'done', problem: null, cost: aCost },
      },
    ])
    expect(answer.end).toEqual({ state: 'done', problem: null, cost: aCost })
  })

  it('wakes all readers that wait for news', async () => {
    const { answer, engine } = await setup()
    const { signal } = new AbortController()
    const notified = Promise.all([answer.news(signal), answer.news(signal)])
    engine.say('A')
    await notified
    expect(answer.text.whole()).toBe('A')
  })

  it('releases a waiting reader when its signal aborts', async () => {
    const { answer } = await setup()
    const reader = new AbortController()
    const waiting = answer.news(reader.signal)
    reader.abort()
    await waiting
    await answer.news(reader.signal)
    expect(answer.end).toBeUndefined()
  })

  it('joins surrogate pairs that are split over two deltas', async () => {
    const { answer, engine } = await setup()
    engine.say('\uD83D')
    engine.say('\uDE00')
    engine.say('\uD83D')
    engine.end()
    await answer.over
    expect(answer.text.whole()).toBe('😀\uFFFD')
  })
})

describe('the end of an answer', () => {
  it('is "stopped" with text and cost so far when a reader stops it', async () => {
    const { answer, engine, signal } = await setup()
    engine.say('A')
    await answer.news(new AbortController().signal)
    answer.stop('reader')
    expect(signal.aborted).toBe(true)
    await answer.over
    expect(answer.end).toEqual({ state: 'stopped', problem: null, cost: aCost })
    expect(answer.text.whole()).toBe('A')
  })

  it('is "broken" with the restart text when the server stops', async () => {
    const { answer } = await setup()
    answer.stop('server')
    await answer.over
    expect(answer.end).toEqual({ state: 'broken', problem: restartedText, cost: aCost })
  })

  it('is "done" when the engine finishes before the stop reaches it', async () => {
    const { answer, engine } = await setup()
    engine.end()
    answer.stop('server')
    await answer.over
    expect(answer.end).toMatchObject({ state: 'done' })
  })

  it('is "broken" with the problem of its engine when that fails', async () => {
    const { answer, engine } = await setup()
    engine.end({ state: 'broken', reason: 'failed', problem: 'The engine crashed.' })
    await answer.over
    expect(answer.end).toMatchObject({ state: 'broken', problem: 'The engine crashed.' })
  })

  it('replaces NUL and lone surrogates in the problem of a machine', async () => {
    const { answer, engine } = await setup()
    engine.end({ state: 'broken', reason: 'failed', problem: 'Out\0 of \uD83Dmemory.' })
    await answer.over
    expect(answer.end).toMatchObject({ problem: 'Out\uFFFD of \uFFFDmemory.' })
  })

  it('has the public text of a refusal when no endpoint accepted it', async () => {
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

  it('hides the details of an internal error', async () => {
    const { answer, engine } = await setup()
    engine.refuse(new RangeError('secret'))
    await answer.over
    expect(answer.end).toMatchObject({ state: 'broken' })
    expect(answer.end?.problem).toContain('Something went wrong on our side')
  })

  it('is "length" at the most text that is kept', async () => {
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
  const written: (WrittenAnswer & { end: AnswerEnd })[] = []
  const chatId = ChatId.parse(ids.mint('chat'))
  const messageId = ChatMessageId.parse(ids.mint('chatMessage'))
  const answer = runAnswer({
    begun: { pending, accountId, chatId, messageId, stop },
    log: silentLog(),
    write: async (text, end) => void written.push({ ...text, end }),
  })
  return { answer, engine: answers.last, signal: stop.signal, written }
}

type BeginCtx = Parameters<ReturnType<typeof fakeAnswers>['beginAnswer']>[0]

/** Named cast: these answers use only the ids of their context. */
function asContext(parts: Pick<BeginCtx, 'ids'>): BeginCtx {
  return parts as BeginCtx
}
