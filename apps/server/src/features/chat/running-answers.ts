import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { AccountId, ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log.ts'
import {
  breakUntouched,
  endAnswer,
  saveTexts,
  stillRunning,
  touchAnswers,
} from './answers-store.ts'
import { addChatBytes } from './chats-store.ts'
import { publishChat } from './publish-chat.ts'
import {
  type AnswerEnd,
  type RunningAnswer,
  restartedText,
  runAnswer,
  type StartedAnswer,
  type WrittenAnswer,
} from './running-answer.ts'

const saveEveryMs = 2_000
const sweepEveryMs = 10_000
/** An answer that was not touched for this long has lost its server. */
const lostAfterMs = 30_000
/** The time that a stopping server waits for its answers to end. */
const partingMs = 5_000
/** Waits between attempts to write an end; the sweep ends answers whose end was never written. */
const retriesMs = [200, 1_000, 3_000, 9_000]
const savedTogether = 50

/** The answers that this replica generates. Dispose of it before the services that generate answers. */
export interface RunningAnswers extends AsyncDisposable {
  /** Takes over an answer whose message is written. */
  begin(begun: StartedAnswer): RunningAnswer
  find(id: GenerationId): RunningAnswer | undefined
  /** Returns how many answers this replica generates for an account. */
  countOf(accountId: AccountId): number
  stopChat(chatId: ChatId): void
}

interface RunningAnswersOptions extends Pick<Ctx, 'db' | 'transact'> {
  readonly clock: Clock
  readonly log: Log
  readonly changes: Pick<Changes, 'subscribe'>
}

/**
 * Creates the registry of running answers. Answers outlive their readers: each is read as it arrives and saved every
 * two seconds, so that a server that is killed loses at most two seconds of it. Answers that are stopped or deleted by
 * another replica are detected through a change of their chat. See docs/decisions/0073.
 */
export function createRunningAnswers(options: RunningAnswersOptions): RunningAnswers {
  const { clock, log, changes } = options
  const running = new Map<GenerationId, RunningAnswer>()
  const parting = new AbortController()
  const failed = (error: unknown) =>
    log.error({ event: 'answer.write_failed', err: error }, 'running answers were not written')
  const save = createSaver(options, running)

  const loops = [
    repeat({ clock, everyMs: saveEveryMs, signal: parting.signal, work: save, failed }),
    repeat({
      clock,
      everyMs: sweepEveryMs,
      signal: parting.signal,
      work: () => sweepLost(options),
      failed,
    }),
  ]
  const unsubscribe = changes.subscribe(({ topic, subject }) => {
    if (topic !== 'chat') return
    const here = [...running.values()].filter(({ chatId }) => chatId === subject)
    if (here.length > 0) stopEnded(options, here).catch(failed)
  })

  return {
    begin(begun) {
      const answer = runAnswer({
        begun,
        log,
        write: (written, end) => writeEnd(options, parting.signal, { begun, written, end }),
      })
      running.set(answer.id, answer)
      void answer.over.then(() => running.delete(answer.id))
      if (parting.signal.aborted) answer.stop('server')
      return answer
    },
    find: (id) => running.get(id),
    countOf: (accountId) =>
      [...running.values()].filter((one) => one.accountId === accountId).length,
    stopChat(chatId) {
      for (const one of running.values()) if (one.chatId === chatId) one.stop('reader')
    },
    async [Symbol.asyncDispose]() {
      unsubscribe()
      parting.abort()
      for (const one of running.values()) one.stop('server')
      const ended = Promise.all([...running.values()].map(({ over }) => over))
      await waitAtMost(clock, { ms: partingMs }, ended)
      await Promise.all(loops)
    },
  }
}

/** Returns a job that saves new text, and marks the other running answers as alive. */
function createSaver(
  { clock, transact }: Pick<RunningAnswersOptions, 'clock' | 'transact'>,
  running: ReadonlyMap<GenerationId, RunningAnswer>,
): () => Promise<void> {
  const savedUnits = new WeakMap<RunningAnswer, number>()

  const saveSome = async (some: readonly RunningAnswer[]) => {
    const at = clock.now()
    const grown = some.filter((one) => unitsOf(one) !== (savedUnits.get(one) ?? 0))
    const idle = some.filter((one) => !grown.includes(one)).map(({ messageId }) => messageId)
    const texts = grown.map((one) => ({
      ...{ one, units: unitsOf(one), id: one.messageId },
      ...{ text: one.text.whole(), reasoning: one.reasoning.whole() },
    }))
    const kept = await transact(async (tx) => [
      ...(texts.length === 0 ? [] : await saveTexts(tx, texts, at)),
      ...(idle.length === 0 ? [] : await touchAnswers(tx, idle, at)),
    ])
    for (const { one, units } of texts) savedUnits.set(one, units)
    stopOthers(some, kept)
  }
  return async () => {
    const open = [...running.values()].filter(({ end }) => end === undefined)
    for (let at = 0; at < open.length; at += savedTogether)
      await saveSome(open.slice(at, at + savedTogether))
  }
}

function unitsOf({ text, reasoning }: RunningAnswer): number {
  return text.length + reasoning.length
}

/** Stops answers that another replica stopped or deleted. */
async function stopEnded(
  { db }: Pick<RunningAnswersOptions, 'db'>,
  answers: readonly RunningAnswer[],
) {
  stopOthers(
    answers,
    await stillRunning(
      db,
      answers.map(({ messageId }) => messageId),
    ),
  )
}

function stopOthers(answers: readonly RunningAnswer[], kept: readonly ChatMessageId[]): void {
  for (const one of answers) if (!kept.includes(one.messageId)) one.stop('reader')
}

interface Ending {
  readonly begun: StartedAnswer
  readonly written: WrittenAnswer
  readonly end: AnswerEnd
}

async function writeEnd(
  { clock, log, transact }: Pick<RunningAnswersOptions, 'clock' | 'log' | 'transact'>,
  parting: AbortSignal,
  { begun, written, end }: Ending,
): Promise<void> {
  const { accountId, chatId, messageId } = begun
  for (const waitMs of [...retriesMs, null]) {
    try {
      return await transact(async (tx) => {
        const bytes = Buffer.byteLength(written.text) + Buffer.byteLength(written.reasoning)
        if (!(await addChatBytes(tx, chatId, bytes))) return
        if (!(await endAnswer(tx, messageId, { ...written, ...end })))
          return void (await addChatBytes(tx, chatId, -bytes))
        await publishChat(tx, accountId, chatId)
      })
    } catch (error) {
      log.error(
        { event: 'answer.end_write_failed', err: error, messageId },
        'the end of an answer could not be written',
      )
      if (waitMs === null || parting.aborted) return
      // @NOTE the sleep only rejects when the server stops; the last attempt is then due at once.
      await clock.sleep(waitMs, parting).catch(() => {})
    }
  }
}

/** Ends answers whose server is gone. */
async function sweepLost({
  clock,
  transact,
}: Pick<RunningAnswersOptions, 'clock' | 'transact'>): Promise<void> {
  const since = new Date(clock.now().getTime() - lostAfterMs)
  await transact(async (tx) => {
    for (const { chat_id, account_id } of await breakUntouched(tx, since, restartedText))
      await publishChat(tx, account_id, chat_id)
  })
}
