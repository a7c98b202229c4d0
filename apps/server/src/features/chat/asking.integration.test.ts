import { quotas } from '@gridloom/contract/core/constants'
import { ChatMessageId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { ModelId } from '@gridloom/contract/models/model-id'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  aModel,
  anotherModel,
  asks,
  asksAndAwaits,
  completeAnswer,
  messageOf,
  someParameters,
  withChats,
} from '../../../test/chat-site.ts'
import { aCost } from '../../../test/fake-answers.ts'
import { refusalOf } from '../../../test/people.ts'
import { createCompany } from '../companies/create-company.ts'
import { answerAgain } from './answer-again.ts'
import { chatMessagesMax } from './begin-in-chat.ts'
import { changeChat } from './change-chat.ts'
import type { AskingCtx } from './ctx.ts'
import { loadChat } from './load-chat.ts'

describe('asking in a new chat', () => {
  it('stores the prompt and a running answer at once, and the text when it ends', async () => {
    await using site = await withChats()
    const { ctx, id } = await site.person()
    const { chatId, inference, answer, generation } = await asks(ctx, {
      prompt: 'Prompt: What is a loom?',
    })
    expect(inference).toEqual([
      expect.objectContaining({ prompt: 'Prompt: What is a loom?', answer: '', state: 'running' }),
    ])
    expect(site.answers.last.input).toMatchObject({
      payer: { accountId: id, keyId: null },
      modelId: aModel,
    })
    expect(generation).toBe(site.answers.last.id)
    await completeAnswer(site, 'A frame.')
    expect(await messageOf(ctx, chatId, answer)).toMatchObject({
      text: 'A frame.',
      state: 'done',
      cost: aCost,
      problem: null,
      model_id: aModel,
    })
    expect((await loadChat(ctx, chatId)).chat).toMatchObject({
      title: 'What is a loom?',
      leaf_id: answer,
      share: null,
      model_id: aModel,
      parameters: someParameters(),
    })
  })

  it('begins with a copy of the branch of another chat, for a comparison', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const first = await asksAndAwaits(site, ctx, { prompt: 'One' })
    const shown = await asksAndAwaits(site, ctx, {
      ...{ new_chat: 'false', chat_id: first.chatId, prompt: 'Two' },
    })
    const beside = { prompt: 'Three', model_id: anotherModel, history_to: shown.answer }
    const { chatId, inference } = await asks(ctx, beside)
    expect(chatId).not.toBe(first.chatId)
    expect(inference.map(({ prompt }) => prompt)).toEqual(['One', 'Two', 'Three'])
    const { input } = site.answers.last.input.request
    expect(input.kind === 'chat' && input.messages.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'user', 'assistant', 'user'],
    ])
    const { messages } = await loadChat(ctx, chatId)
    const originals = (await loadChat(ctx, first.chatId)).messages
    expect(messages.slice(0, 4).map(({ text }) => text)).toEqual(originals.map(({ text }) => text))
    expect(originals.map(({ id }) => id)).not.toContain(messages[0]?.id)
    for (const { cost, generation_id } of messages.slice(0, 4))
      expect({ cost, generation_id }).toEqual({ cost: null, generation_id: null })
  })

  it('copies no branch of a stranger, and none whose answer is running', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { answer } = await asks(ctx)
    expect((await refusalOf(asks(ctx, { history_to: answer }))).code).toBe('state_conflict')
    await completeAnswer(site, 'A frame.')
    const stranger = (await site.person()).ctx
    expect((await refusalOf(asks(stranger, { history_to: answer }))).code).toBe('not_found')
  })

  it('makes a new chat even if the id of another is given', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const first = await asksAndAwaits(site, ctx)
    const second = await asks(ctx, { new_chat: 'true', chat_id: first.chatId })
    expect(second.chatId).not.toBe(first.chatId)
    expect(second.inference).toHaveLength(1)
  })

  it.each([
    ['insufficient_funds', { need: '$1', have: '$0' }],
    ['model_unknown', { model: aModel }],
  ] as const)('writes no chat when it is refused with %s', async (code, details) => {
    await using site = await withChats()
    const { ctx } = await site.person()
    site.answers.refusals.push(new Refused(code, { details }))
    expect(await refusalOf(asks(ctx))).toMatchObject({ code })
    const { rows } = await sql`select id from chats`.execute(site.db)
    expect(rows).toEqual([])
  })

  it('lets an API key use only the models it is restricted to', async () => {
    await using site = await withChats()
    const { id, ctxWith } = await site.person()
    const via = {
      kind: 'key',
      keyId: ctxWith({}).ids.mint('apiKey'),
      scopes: ['models:use'],
      models: [anotherModel],
    } as const
    const ctx = ctxWith({ actor: { via } })
    expect(await refusalOf(asks(ctx))).toMatchObject({
      code: 'model_not_allowed',
      details: { model: aModel },
    })
    const { chatId, question } = await asks(ctx, { model_id: anotherModel })
    expect(site.answers.last.input.payer).toMatchObject({ accountId: id, keyId: via.keyId })
    const again = answerAgain(ctx, chatId, { message_id: question, model_id: aModel })
    expect(await refusalOf(again)).toMatchObject({ code: 'model_not_allowed' })
  })

  it('stores an answer that no machine generates as broken, with the public error text', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, answer } = await asks(ctx)
    const over = site.running.find(site.answers.last.id)?.over
    const details = { tokens: 5_000, model: aModel, max: 1_024 }
    site.answers.last.refuse(new Refused('context_exceeded', { details, internal: 'secret' }))
    await over
    expect(await messageOf(ctx, chatId, answer)).toMatchObject({
      state: 'broken',
      text: '',
      cost: null,
      problem: `The prompt has 5000 tokens, but ${aModel} supports at most 1024 including the answer.`,
    })
  })

  it('limits how many answers an account generates at once', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    for (let count = 0; count < quotas.answersAtOnce; count += 1) await asks(ctx)
    expect(await refusalOf(asks(ctx))).toMatchObject({ code: 'limit_reached' })
    await asks((await site.person()).ctx)
    await completeAnswer(site, 'That was of somebody else.')
    expect(await refusalOf(asks(ctx))).toMatchObject({ code: 'limit_reached' })
  })

  it('replaces lone surrogates in prompt, title and parameters', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const parameters = someParameters({ system: 'a\uD83D' })
    const { chatId } = await asksAndAwaits(site, ctx, { prompt: '\uDE00 loom', parameters })
    const { inference, chat } = await loadChat(ctx, chatId)
    expect(inference[0]?.prompt).toBe('\uFFFD loom')
    expect(chat).toMatchObject({ title: '\uFFFD loom', parameters: { system: 'a\uFFFD' } })
  })

  it('stores texts of 60,000 distinct characters with any separator', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const wide = Array.from({ length: 60_000 }, (_, at) => String.fromCodePoint(0x20000 + at))
    const texts = ['-', ' ', '/', '.'].map((between) => wide.join(between))
    for (const prompt of texts) {
      const { chatId } = await asksAndAwaits(site, ctx, { prompt, answer: prompt })
      expect((await loadChat(ctx, chatId)).inference[0]?.prompt).toBe(prompt)
    }
  })
})

describe('asking in an existing chat', () => {
  it('continues the shown branch, and sends all of it to the engine', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const parameters = someParameters({ system: 'Be short.', temperature: 0 })
    const first = await asksAndAwaits(site, ctx, { parameters })
    await site.clock.advance(1_000)
    const second = await asks(ctx, { chat_id: first.chatId, prompt: 'Who made it?' })
    expect(second.inference.map(({ prompt }) => prompt)).toEqual([
      'What is a loom?',
      'Who made it?',
    ])
    expect(site.answers.last.input.request).toMatchObject({
      temperature: 0,
      input: {
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'What is a loom?' },
          { role: 'assistant', content: 'A frame for weaving.' },
          { role: 'user', content: 'Who made it?' },
        ],
      },
    })
  })

  it('keeps a new model and new parameters for the chat', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    const parameters = someParameters({ seed: 7 })
    await asks(ctx, { chat_id: chatId, model_id: anotherModel, parameters })
    const { chat } = await loadChat(ctx, chatId)
    expect(chat).toMatchObject({ model_id: anotherModel, parameters: { seed: 7 } })
  })

  it('is refused while the previous answer runs, also when two prompts race', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    const here = bothAtOnce(ctx)
    const both = await Promise.all([
      refusalOf(asks(here, { chat_id: chatId })),
      refusalOf(asks(here, { chat_id: chatId })),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual(['good', 'state_conflict'])
    expect((await loadChat(ctx, chatId)).messages).toHaveLength(4)
    // The engine of the refused one was stopped.
    expect(site.answers.made.filter(({ input }) => input.signal.aborted)).toHaveLength(1)
    expect(await refusalOf(asks(ctx, { chat_id: chatId }))).toMatchObject({
      code: 'state_conflict',
      details: { what: 'answer', state: 'running' },
    })
  })

  it('sends the partial text of a broken answer to the engine, and leaves out empty answers', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asks(ctx)
    site.answers.last.say('A fra')
    const over = site.running.find(site.answers.last.id)?.over
    site.answers.last.end({ state: 'broken', reason: 'failed', problem: 'Lost.' })
    await over
    await asksAndAwaits(site, ctx, { chat_id: chatId, prompt: 'Go on', answer: '' })
    await asks(ctx, { chat_id: chatId, prompt: 'Well?' })
    expect(site.answers.last.input.request.input).toMatchObject({
      messages: [
        { content: 'What is a loom?' },
        { content: 'A fra' },
        { content: 'Go on' },
        { content: 'Well?' },
      ],
    })
  })

  it('rejects a missing chat id, a prompt as parent and parents of other chats', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question } = await asksAndAwaits(site, ctx)
    const other = await asksAndAwaits(site, ctx)
    expect(await refusalOf(asks(ctx, { new_chat: 'false' }))).toMatchObject({
      code: 'invalid_input',
      fields: { chat_id: 'Specify the chat' },
    })
    const parents = [question, other.answer, ChatMessageId.parse(ctx.ids.mint('chatMessage'))]
    for (const parent_id of parents)
      expect(await refusalOf(asks(ctx, { chat_id: chatId, parent_id }))).toMatchObject({
        code: 'not_found',
        details: { what: 'message' },
      })
  })

  it('is refused beyond the most messages of a chat', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question } = await asksAndAwaits(site, ctx)
    await sql`insert into chat_messages (id, chat_id, role, text, at)
      select 'filler_' || n, ${chatId}, 'user', '', now() - interval '1 day'
      from generate_series(1, ${chatMessagesMax - 3}::int) n`.execute(site.db)
    expect(await refusalOf(asks(ctx, { chat_id: chatId }))).toMatchObject({
      code: 'limit_reached',
      details: { max: chatMessagesMax },
    })
    await answerAgain(ctx, chatId, { message_id: question })
    expect(await refusalOf(answerAgain(ctx, chatId, { message_id: question }))).toMatchObject({
      code: 'limit_reached',
    })
  })

  it('is refused beyond the most text of a chat', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    await sql`update chat_messages set text = repeat('a', 33000000) where role = 'assistant'`.execute(
      site.db,
    )
    const asked = asks(ctx, { chat_id: chatId, prompt: 'a'.repeat(1_000_000) })
    expect(await refusalOf(asked)).toMatchObject({
      code: 'limit_reached',
      details: { what: 'bytes of text in a chat' },
    })
  })
})

describe('the text of all chats of an account', () => {
  it('is counted per chat, with its answers, and limited per account', async () => {
    await using site = await withChats()
    const { ctx, id } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx, { prompt: 'What?', answer: 'This.' })
    await asksAndAwaits(site, ctx, { chat_id: chatId, prompt: 'Who?', answer: 'Nobody.' })
    const { rows } = await sql`select bytes::int from chats`.execute(site.db)
    expect(rows).toEqual([{ bytes: 'What?This.Who?Nobody.'.length }])
    const full = quotas.chatTextMiB * 1024 * 1024 - 10
    await sql`update chats set bytes = ${full} where account_id = ${id}`.execute(site.db)
    expect(await refusalOf(asks(ctx, { prompt: 'More than ten bytes' }))).toMatchObject({
      code: 'limit_reached',
      details: { max: quotas.chatTextMiB, what: expect.stringContaining('MiB of text in chats') },
    })
    await asks(ctx, { prompt: 'Ten bytes!' })
    await asks((await site.person()).ctx, { prompt: 'Those were of somebody else.' })
  })

  it('is counted together with companies the user owns, as are chats and answers at once', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    await asks(ctx, { prompt: 'What?' })
    const { id: company } = await createCompany(ctx, { name: 'Acme' })
    const filling = (count: number, bytes: number) =>
      sql`
      insert into chats (id, account_id, model_id, title, parameters, created_at, changed_at, bytes)
      select 'cht_' || n || '_' || ${bytes}::text, ${company}, ${aModel}, '', '{}', now(), now(), ${bytes}
      from generate_series(1, ${count}::int) n`.execute(site.db)
    const full = (what: string) => ({
      code: 'limit_reached',
      details: { what: expect.stringContaining(what) },
    })
    await filling(1, quotas.chatTextMiB * 1024 * 1024)
    expect(await refusalOf(asks(ctx))).toMatchObject(full('MiB of text in chats'))
    await sql`update chats set bytes = 0`.execute(site.db)
    await filling(quotas.chats - 2, 0)
    expect(await refusalOf(asks(ctx))).toMatchObject(full('chats'))
    await sql`delete from chats where account_id = ${company} and id <> 'cht_1_0'`.execute(site.db)
    await sql`insert into chat_messages (id, chat_id, role, text, state, at)
      select 'msg_' || n, 'cht_1_0', 'assistant', '', 'running', now()
      from generate_series(1, ${quotas.answersAtOnce - 1}::int) n`.execute(site.db)
    // Answers that another replica generates for the company count, too.
    expect(await refusalOf(asks(ctx))).toMatchObject(full('answers at once'))
  })
})

describe('branches of a chat', () => {
  it('begin with an edited prompt, even while the first answer runs', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const first = await asks(ctx)
    const edited = await asks(ctx, {
      chat_id: first.chatId,
      parent_id: null,
      prompt: 'What is a spindle?',
    })
    expect(edited.inference.map(({ prompt }) => prompt)).toEqual(['What is a spindle?'])
    await completeAnswer(site, 'A stick.')
    const { inference, messages, chat } = await loadChat(ctx, first.chatId)
    expect(inference).toEqual([expect.objectContaining({ answer: 'A stick.' })])
    expect(messages.map(({ id }) => id)).toEqual([
      first.question,
      first.answer,
      edited.question,
      edited.answer,
    ])
    expect(chat).toMatchObject({ title: 'What is a loom?', leaf_id: edited.answer })
  })

  it('keep the answer above an edited later prompt', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, answer } = await asksAndAwaits(site, ctx)
    await asksAndAwaits(site, ctx, { chat_id: chatId, prompt: 'Whose?' })
    const edited = await asks(ctx, { chat_id: chatId, parent_id: answer, prompt: 'Who?' })
    expect(edited.inference.map(({ prompt }) => prompt)).toEqual(['What is a loom?', 'Who?'])
    expect((await messageOf(ctx, chatId, edited.question)).parent_id).toBe(answer)
  })

  it('begin with another answer, from another model if one is given', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const first = await asksAndAwaits(site, ctx)
    const { inference } = await answerAgain(ctx, first.chatId, {
      message_id: first.question,
      model_id: anotherModel,
    })
    expect(inference).toEqual([
      expect.objectContaining({
        message_id: first.question,
        answer: '',
        state: 'running',
        model_id: anotherModel,
      }),
    ])
    expect(site.answers.last.input.request.input).toMatchObject({
      messages: [{ role: 'user', content: 'What is a loom?' }],
    })
    await completeAnswer(site, 'A machine.')
    const { chat, messages } = await loadChat(ctx, first.chatId)
    expect(chat.model_id).toBe(aModel)
    expect(messages.map(({ text, parent_id }) => [text, parent_id])).toEqual([
      ['What is a loom?', null],
      ['A frame for weaving.', first.question],
      ['A machine.', first.question],
    ])
  })

  it('begin with another answer when the id of an answer is given, too', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, answer, question } = await asksAndAwaits(site, ctx)
    const { inference } = await answerAgain(ctx, chatId, { message_id: answer })
    expect(inference).toEqual([expect.objectContaining({ message_id: question })])
    const strange = ChatMessageId.parse(ctx.ids.mint('chatMessage'))
    expect(await refusalOf(answerAgain(ctx, chatId, { message_id: strange }))).toMatchObject({
      code: 'not_found',
    })
  })

  it('can be shown by a message: the newest one through it, which the next prompt continues', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const first = await asksAndAwaits(site, ctx)
    const { chatId } = first
    const deep = await asksAndAwaits(site, ctx, { chat_id: chatId, prompt: 'Who?' })
    await asksAndAwaits(site, ctx, { chat_id: chatId, parent_id: null, prompt: 'Edited' })
    const shown = await changeChat(ctx, chatId, { shown_id: first.question })
    expect(shown.leaf_id).toBe(deep.answer)
    expect((await loadChat(ctx, chatId)).inference.map(({ prompt }) => prompt)).toEqual([
      'What is a loom?',
      'Who?',
    ])
    // The next prompt continues this branch.
    await asks(ctx, { chat_id: chatId, prompt: 'Why?' })
    expect((await loadChat(ctx, chatId)).inference.map(({ prompt }) => prompt)).toEqual([
      'What is a loom?',
      'Who?',
      'Why?',
    ])
  })
})

it('passes a model id with dots, underscores and dashes on as it is', async () => {
  await using site = await withChats()
  const { ctx } = await site.person()
  const model_id = ModelId.parse('a/b.c_d-e')
  await asks(ctx, { model_id })
  expect(site.answers.last.input.modelId).toBe(model_id)
})

/** Holds two prompts back until both have reached their engines, before either is written. */
function bothAtOnce(ctx: AskingCtx): AskingCtx {
  const both = Promise.withResolvers<void>()
  let arrived = 0
  return {
    ...ctx,
    async beginAnswer(...asked) {
      arrived += 1
      if (arrived === 2) both.resolve()
      await both.promise
      return ctx.beginAnswer(...asked)
    },
  }
}
