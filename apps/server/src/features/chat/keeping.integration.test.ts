import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  aModel,
  anotherModel,
  asks,
  asksAndAwaits,
  completeAnswer,
  someParameters,
  withChats,
} from '../../../test/chat-site.ts'
import { refusalOf } from '../../../test/people.ts'
import { answerAgain } from './answer-again.ts'
import { changeChat } from './change-chat.ts'
import type { AskingCtx } from './ctx.ts'
import { exportChat } from './export-chat.ts'
import { followAnswer } from './follow-answer.ts'
import { listChats } from './list-chats.ts'
import { loadChat } from './load-chat.ts'
import { readShared } from './read-shared.ts'
import { removeChat } from './remove-chat.ts'
import { shareChat } from './share-chat.ts'
import { stopAnswer } from './stop-answer.ts'
import { unshareChat } from './unshare-chat.ts'

const page = { page: 1, page_size: 20 }

describe('the list of chats', () => {
  it('is paged, newest prompt first, and can be filtered by model', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const made = []
    for (const prompt of ['one', 'two', 'Prompt: three']) {
      await site.clock.advance(1_000)
      made.push(await asksAndAwaits(site, ctx, { prompt }))
    }
    await site.clock.advance(1_000)
    const [oldest] = made
    await asks(ctx, { chat_id: oldest?.chatId ?? null, model_id: anotherModel, prompt: 'again' })
    const first = await listChats(ctx, { page: 1, page_size: 2 })
    expect(first.total).toBe(3)
    expect(first.chat_labels).toEqual([
      {
        chat_id: oldest?.chatId,
        first_prompt: 'one',
        model_id: anotherModel,
        found: null,
        changed_at: site.clock.now().toISOString(),
      },
      expect.objectContaining({ first_prompt: 'three', model_id: aModel }),
    ])
    const second = await listChats(ctx, { page: 2, page_size: 2 })
    expect(second.chat_labels.map(({ first_prompt }) => first_prompt)).toEqual(['two'])
    expect(await listChats(ctx, { page: 3, page_size: 2 })).toEqual({ chat_labels: [], total: 3 })
    const ofModel = await listChats(ctx, { ...page, model_id: aModel })
    expect(ofModel.chat_labels.map(({ first_prompt }) => first_prompt)).toEqual(['three', 'two'])
    expect(ofModel.total).toBe(2)
  })

  it('keeps the position of a chat that is renamed', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx, { prompt: 'one' })
    await site.clock.advance(1_000)
    await asksAndAwaits(site, ctx, { prompt: 'two' })
    await changeChat(ctx, chatId, { title: 'first' })
    const { chat_labels } = await listChats(ctx, page)
    expect(chat_labels.map(({ first_prompt }) => first_prompt)).toEqual(['two', 'first'])
  })
})

describe('searching chats', () => {
  it('finds words of prompts and answers, and returns an excerpt', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx, {
      prompt: 'How do I set it up?',
      answer: `${'Well. '.repeat(40)}Warp the loom with linen thread first.${' Then.'.repeat(40)}`,
    })
    await asksAndAwaits(site, ctx, { prompt: 'Something else' })
    const { chat_labels, total } = await listChats(ctx, { ...page, search: 'linen loom' })
    expect(total).toBe(1)
    expect(chat_labels).toEqual([expect.objectContaining({ chat_id: chatId })])
    expect(chat_labels[0]?.found).toContain('linen')
    expect(chat_labels[0]?.found?.length).toBeLessThan(300)
    expect(chat_labels[0]?.found).not.toMatch(/<b>/)
  })

  it('returns no excerpt where the title matches', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    await asksAndAwaits(site, ctx)
    const { chat_labels } = await listChats(ctx, { ...page, search: 'loom' })
    expect(chat_labels).toEqual([expect.objectContaining({ found: null })])
  })

  it.each([
    ['weav', 1],
    ['frame weav', 1],
    ['FRAME', 1],
    ['eaving', 0],
    ['"for weaving"', 1],
    ['"weaving for"', 0],
    ['frame -weaving', 0],
    ['frame -weav', 1],
    ['spindle or weav', 1],
    ['spindle weav', 0],
    ['at is a lo', 1],
    ['100%', 0],
    ['_', 0],
    ['\\', 0],
    ["' | !!! <-> :*", 0],
    ['"frame', 1],
    ['or', 0],
  ])('treats %j like a web search query', async (search, total) => {
    await using site = await withChats()
    const { ctx } = await site.person()
    await asksAndAwaits(site, ctx)
    expect((await listChats(ctx, { ...page, search })).total).toBe(total)
  })

  it('finds a renamed chat by its new title, and no chats of other accounts', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const other = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    await changeChat(ctx, chatId, { title: 'Webstühle' })
    expect((await listChats(ctx, { ...page, search: 'webst' })).total).toBe(1)
    expect((await listChats(other.ctx, { ...page, search: 'loom' })).total).toBe(0)
    expect(await listChats(other.ctx, page)).toEqual({ chat_labels: [], total: 0 })
  })
})

describe('loading a chat', () => {
  it('loads 200 messages with three queries', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    await sql`insert into chat_messages (id, chat_id, parent_id, role, text, model_id, state, at)
      select 'message_' || n, ${chatId}, case n when 1 then null else 'message_' || (n - 1) end,
        case n % 2 when 1 then 'user' else 'assistant' end, 'text ' || n,
        case n % 2 when 1 then null else 'a/b' end, case n % 2 when 1 then null else 'done' end,
        now() + n * interval '1 ms' from generate_series(1, 200) n`.execute(site.db)
    await sql`update chats set leaf_id = 'message_200'`.execute(site.db)
    const counted = counting(ctx)
    const { inference, messages } = await loadChat(counted.ctx, chatId)
    expect(inference).toHaveLength(100)
    expect(inference.at(-1)).toMatchObject({ prompt: 'text 199', answer: 'text 200' })
    expect(messages).toHaveLength(202)
    expect(counted.queries()).toBe(3)
  })

  it('returns an empty answer for a prompt without one', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, answer } = await asksAndAwaits(site, ctx)
    await sql`delete from chat_messages where id = ${answer}`.execute(site.db)
    const { inference } = await loadChat(ctx, chatId)
    expect(inference).toEqual([
      expect.objectContaining({ answer: '', answer_id: null, state: null, generation_id: null }),
    ])
  })
})

describe('changing a chat', () => {
  it('stores title, model and parameters, and leaves other fields unchanged', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, answer } = await asksAndAwaits(site, ctx)
    const parameters = someParameters({ top_p: 0.5, system: 'Rhyme.' })
    const change = { title: 'Looms \uD83D', model_id: anotherModel, parameters }
    expect(await changeChat(ctx, chatId, change)).toMatchObject({
      title: 'Looms \uFFFD',
      model_id: anotherModel,
      parameters,
      leaf_id: answer,
    })
    expect(await changeChat(ctx, chatId, {})).toMatchObject({ title: 'Looms \uFFFD' })
  })

  it('rejects unknown models and messages of other chats', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    const other = await asksAndAwaits(site, ctx)
    const model_id = ModelId.parse('no/model')
    expect(await refusalOf(changeChat(ctx, chatId, { model_id, title: 'a' }))).toMatchObject({
      code: 'model_unknown',
    })
    const shown = changeChat(ctx, chatId, { shown_id: other.answer })
    expect(await refusalOf(shown)).toMatchObject({ code: 'not_found' })
    expect((await loadChat(ctx, chatId)).chat.title).toBe('What is a loom?')
  })
})

describe('a share link', () => {
  it('keeps showing the branch and title of when it was created', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question } = await asksAndAwaits(site, ctx)
    const { secret, chat } = await shareChat(ctx, chatId)
    expect(chat.share).toMatchObject({ created_at: site.clock.now().toISOString() })
    await answerAgain(ctx, chatId, { message_id: question })
    await completeAnswer(site, 'Secret.')
    await changeChat(ctx, chatId, { title: 'Secret' })
    expect(await readShared({ db: site.db }, secret)).toEqual({
      title: 'What is a loom?',
      model_id: aModel,
      inference: [{ prompt: 'What is a loom?', answer: 'A frame for weaving.', model_id: aModel }],
      shared_at: site.clock.now().toISOString(),
    })
    expect((await loadChat(ctx, chatId)).chat.share).toEqual(chat.share)
  })

  it('has a 256-bit secret, of which only the hash is stored', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    const { secret } = await shareChat(ctx, chatId)
    expect(secret).toMatch(/^[\w-]{43}$/)
    const { rows } = await sql<{ all: string }>`
      select chat_shares::text as all from chat_shares`.execute(site.db)
    expect(rows[0]?.all).toContain('A frame for weaving.')
    expect(rows[0]?.all).not.toContain(secret)
  })

  it('ends when another is created, when it is revoked, and with the chat', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    const reads = async (secret: string) =>
      (await refusalOf(readShared({ db: site.db }, secret))).code
    const first = await shareChat(ctx, chatId)
    const second = await shareChat(ctx, chatId)
    expect(await reads(first.secret)).toBe('not_found')
    expect(await reads(second.secret)).toBe('good')
    expect((await unshareChat(ctx, chatId)).share).toBeNull()
    expect(await reads(second.secret)).toBe('not_found')
    expect((await unshareChat(ctx, chatId)).share).toBeNull()
    const third = await shareChat(ctx, chatId)
    await removeChat(ctx, chatId)
    expect(await reads(third.secret)).toBe('not_found')
  })

  it('stores none of its content once it is revoked', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId } = await asksAndAwaits(site, ctx)
    await shareChat(ctx, chatId)
    await unshareChat(ctx, chatId)
    const { rows } = await sql<{ all: string }>`
      select chat_shares::text as all from chat_shares`.execute(site.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.all).not.toContain('loom')
  })

  it('is refused while the shown answer runs, but not for one of another branch', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question, answer } = await asksAndAwaits(site, ctx)
    await answerAgain(ctx, chatId, { message_id: question })
    expect(await refusalOf(shareChat(ctx, chatId))).toMatchObject({
      code: 'state_conflict',
      details: { what: 'answer', state: 'running' },
    })
    await changeChat(ctx, chatId, { shown_id: answer })
    expect((await refusalOf(shareChat(ctx, chatId))).code).toBe('good')
  })
})

describe('exporting a chat', () => {
  it('returns its whole tree as JSON', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question } = await asksAndAwaits(site, ctx)
    await answerAgain(ctx, chatId, { message_id: question })
    await completeAnswer(site, 'A machine. 😀')
    const { fileName, contentType, pieces } = await exportChat(ctx, chatId, 'json')
    expect(fileName).toBe('what-is-a-loom.json')
    expect(contentType).toContain('application/json')
    const { chat, messages } = await loadChat(ctx, chatId)
    expect(JSON.parse(await text(Readable.from(pieces)))).toEqual({ chat, messages })
  })

  it('returns the shown branch as Markdown', async () => {
    await using site = await withChats()
    const { ctx } = await site.person()
    const { chatId, question } = await asksAndAwaits(site, ctx)
    await answerAgain(ctx, chatId, { message_id: question })
    await completeAnswer(site, 'A machine.')
    const { fileName, contentType, pieces } = await exportChat(ctx, chatId, 'markdown')
    expect(fileName).toBe('what-is-a-loom.md')
    expect(contentType).toContain('text/markdown')
    const written = await text(Readable.from(pieces))
    expect(written).toContain('## You\n\nWhat is a loom?\n\n## gridloom/tinychat\n\nA machine.\n')
    expect(written).not.toContain('A frame')
  })
})

it('a chat of another account cannot be read or changed, as if it did not exist', async () => {
  await using site = await withChats()
  const { ctx } = await site.person()
  const { ctx: stranger } = await site.person()
  const { chatId, question, answer, generation } = await asks(ctx)
  const calls = (who: AskingCtx, id: ChatId) => [
    loadChat(who, id),
    asks(who, { chat_id: id }),
    asks(who, { chat_id: id, parent_id: null }),
    answerAgain(who, id, { message_id: question }),
    changeChat(who, id, { title: 'Mine' }),
    changeChat(who, id, { shown_id: answer }),
    exportChat(who, id, 'json'),
    exportChat(who, id, 'markdown'),
    shareChat(who, id),
    unshareChat(who, id),
    removeChat(who, id),
  ]
  const nowhere = ChatId.parse(ctx.ids.mint('chat'))
  const others = await Promise.all(calls(stranger, chatId).map(refusalOf))
  const nobodys = await Promise.all(calls(ctx, nowhere).map(refusalOf))
  expect(others).toEqual(nobodys)
  for (const { code } of others) expect(code).toBe('not_found')
  expect((await refusalOf(followAnswer(stranger, generation, undefined))).code).toBe('not_found')
  expect((await refusalOf(stopAnswer(stranger, generation))).code).toBe('not_found')
  expect(site.answers.last.input.signal.aborted).toBe(false)
  expect(ChatMessageId.parse((await loadChat(ctx, chatId)).chat.leaf_id)).toBe(answer)
})

/** Returns the same context, counting its queries outside of transactions. */
function counting(ctx: AskingCtx) {
  let count = 0
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ctx: { ...ctx, db }, queries: () => count }
}
