import { ChatParameters } from '@gridloom/contract/chat/chat'
import type { AccountId, ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { ask } from '#features/chat/ask'
import type { AskingCtx } from '#features/chat/ctx'
import { loadChat } from '#features/chat/load-chat'
import { createRunningAnswers, type RunningAnswers } from '#features/chat/running-answers'
import { createRecentAnswers } from '#features/models/answers/recent-answers'
import { createStallDetector } from '#features/models/answers/stall-detector'
import type { Allowances } from '#features/models/money/reservation'
import type { Endpoints } from '#features/models/registry/endpoints'
import { listenForChanges } from '#platform/database/listen'
import { systemIds } from '#platform/ids'
import { silentLog } from '#platform/log'
import { staying, uncounted } from './answering.ts'
import { fakeAnswers } from './fake-answers.ts'
import { fakeGateway } from './fake-gateway.ts'
import { insertAccount } from './render-rows.ts'

export const aModel = ModelId.parse('gridloom/tinychat')
export const anotherModel = ModelId.parse('gridloom/bigchat')

/** The caller, and the replica. */
interface As {
  actor?: Partial<ReturnType<typeof anActor>>
  replica?: Replica
  signal?: AbortSignal
}
type Replica = Awaited<ReturnType<typeof aReplica>>
type PromptChanges = Partial<Parameters<typeof ask>[1]>

/** Chats on real PostgreSQL, with answers that the test sets. Dispose with `await using`. */
export async function withChats() {
  await using made = new AsyncDisposableStack()
  const database = made.use(await withDatabase())
  const { db, clock } = database
  const answers = fakeAnswers()
  const first = made.use(await aReplica(database))
  const stalls = made.use(createStallDetector(clock))

  const ctxOf = (accountId: AccountId, as: As = {}): AskingCtx => {
    const { changes, runningAnswers } = as.replica ?? first
    const ctx = database.ctx(anActor(accountId, as.actor))
    return {
      ...ctx,
      ...(as.signal === undefined ? {} : { signal: as.signal }),
      changes,
      runningAnswers,
      beginAnswer: answers.beginAnswer,
      agents: fakeGateway(),
      allowances: noAllowances(),
      endpoints: endpointsOf([aModel, anotherModel]),
      stalls,
      revocations: staying,
      tokens: uncounted,
      recent: createRecentAnswers(),
    }
  }
  const person = async () => {
    const id = await insertAccount({ db, ids: systemIds(() => clock.now()) })
    return { id, ctx: ctxOf(id), ctxWith: (as: As) => ctxOf(id, as) }
  }
  const rest = made.move()
  return {
    db,
    clock,
    answers,
    ctxOf,
    running: first.runningAnswers,
    /** Another server on the same database. */
    replica: async () => rest.use(await aReplica(database)),
    person,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}
export type ChatSite = Awaited<ReturnType<typeof withChats>>

/** Sends a prompt, by default in a new chat; also returns the ids of the prompt and its answer. */
export async function asks(ctx: AskingCtx, asked: PromptChanges = {}) {
  const { chat_id, inference } = await ask(ctx, {
    new_chat: asked.chat_id === undefined ? 'true' : 'false',
    model_id: aModel,
    prompt: 'What is a loom?',
    ...asked,
  })
  const last = inference.at(-1)
  if (last?.answer_id == null || last.generation_id === null) throw new Error('an answer was begun')
  return {
    chatId: chat_id,
    inference,
    question: last.message_id,
    answer: last.answer_id,
    generation: last.generation_id,
  }
}

/** Sends a prompt and completes its answer with this text. */
export async function asksAndAwaits(
  site: Pick<ChatSite, 'answers' | 'running'>,
  ctx: AskingCtx,
  asked: PromptChanges & { answer?: string } = {},
) {
  const { answer = 'A frame for weaving.', ...rest } = asked
  const begun = await asks(ctx, rest)
  await completeAnswer({ ...site, running: ctx.runningAnswers }, answer)
  return begun
}

/** Completes the newest answer with this text; resolves once that is stored. */
export async function completeAnswer(
  { answers, running }: Pick<ChatSite, 'answers' | 'running'>,
  text: string,
): Promise<void> {
  const { last } = answers
  const over = running.find(last.id)?.over
  last.say(text)
  last.end()
  await over
}

/** Returns one message of a chat, as it is loaded. */
export async function messageOf(ctx: AskingCtx, chatId: ChatId, id: ChatMessageId) {
  const { messages } = await loadChat(ctx, chatId)
  const message = messages.find((one) => one.id === id)
  if (message === undefined) throw new RangeError('the message is there')
  return message
}

/** Parameters, each by default the engine’s own. */
export function someParameters(over: Partial<ChatParameters> = {}): ChatParameters {
  return { ...ChatParameters.parse({}), ...over }
}

/** Another server on the same database. */
async function aReplica({ url, db, clock, ctx }: Awaited<ReturnType<typeof withDatabase>>) {
  const log = silentLog()
  const ids = systemIds(() => clock.now())
  const changes = await listenForChanges({ url, db, clock, ids, log, topics: ['chat'] })
  const runningAnswers: RunningAnswers = createRunningAnswers({
    clock,
    log,
    changes,
    db,
    transact: ctx().transact,
  })
  return {
    changes,
    runningAnswers,
    async [Symbol.asyncDispose]() {
      await runningAnswers[Symbol.asyncDispose]()
      await changes[Symbol.asyncDispose]()
    },
  }
}

function endpointsOf(models: readonly ModelId[]): Endpoints {
  const nobody = () => {
    throw new Error('the answers of these tests are made by the tests')
  }
  return {
    knows: (modelId) => models.includes(modelId),
    serving: () => [],
    live: () => [],
    choose: nobody,
    begin: nobody,
    startsAtOnce: nobody,
    [Symbol.asyncDispose]: async () => {},
  }
}

function noAllowances(): Allowances {
  const nobody = () => {
    throw new Error('nothing is paid in these tests')
  }
  return { reserve: nobody, flush: async () => {}, [Symbol.asyncDispose]: async () => {} }
}
