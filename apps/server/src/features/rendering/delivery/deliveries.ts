import { Refused } from '@gridloom/contract/errors'
import type { AccountId } from '@gridloom/contract/ids'
import { createLanes } from '../scheduling/lanes.ts'
import type { KeptVideo } from './kept-video.ts'

/** A film that somebody waits for. */
export interface FilmAsked {
  /** Names it by all that decides it: who asks for the same waits for the same. */
  key: string
  accountId: AccountId
  /** Of who waits. */
  signal: AbortSignal
  /** Makes it; its signal aborts once nobody waits any more. */
  make(signal: AbortSignal): Promise<KeptVideo>
}

/** What is being delivered by this process: so much at once, whoever asks how often. */
export interface Deliveries {
  /**
   * The film, made once for all who ask for it while it is made, one after the other for an account. It ends when nobody
   * waits for it any more. @throws Refused `too_many_requests` where the account has more on the way already
   */
  film(asked: FilmAsked): Promise<KeptVideo>
  /** Bytes on their way to somebody. Reading the first of them throws Refused `too_many_requests` where too many are. */
  bytes(accountId: AccountId, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Films that are made at once, in all and of one account; each is a program that takes two cores. */
const filmsAtOnce = 2
const filmsOfAccountAtOnce = 1
/** Films of one account that are made or wait. */
const filmsOfAccountMax = 3
/** Downloads of one account under way. */
const downloadsOfAccountMax = 12
/** What a person is told to wait. */
const againS = 60

interface Making {
  accountId: AccountId
  done: Promise<KeptVideo>
  stop: AbortController
  waiting: number
}

export function createDeliveries(): Deliveries {
  const films = new Map<string, Making>()
  const ofAccounts = createLanes({ atOnce: filmsOfAccountAtOnce })
  const ofAll = createLanes({ atOnce: filmsAtOnce })
  const downloads = new Map<AccountId, number>()

  function begin({ key, accountId, make }: FilmAsked): Making {
    const own = [...films.values()].filter((making) => making.accountId === accountId)
    if (own.length >= filmsOfAccountMax) throw tooMany()
    const stop = new AbortController()
    const done = ofAccounts.run(accountId, () =>
      ofAll.run('films', async () => {
        stop.signal.throwIfAborted()
        return make(stop.signal)
      }),
    )
    const making = { accountId, done, stop, waiting: 0 }
    films.set(key, making)
    const forget = () => {
      if (films.get(key) === making) films.delete(key)
    }
    // @NOTE whoever waits hears of its failure.
    done.then(forget, forget)
    return making
  }

  return {
    async film(asked) {
      const { key, signal } = asked
      signal.throwIfAborted()
      const making = films.get(key) ?? begin(asked)
      making.waiting += 1
      try {
        return await untilAborted(making.done, signal)
      } finally {
        making.waiting -= 1
        if (making.waiting === 0) {
          making.stop.abort()
          // One that ended may have been followed by another of its key already.
          if (films.get(key) === making) films.delete(key)
        }
      }
    },
    bytes: (accountId, pieces) => counted(downloads, accountId, pieces),
  }
}

/**
 * Looked at and counted in one go when its first byte is asked for: a download that nobody begins to read takes nothing, and
 * those that begin side by side count each other.
 */
async function* counted(
  downloads: Map<AccountId, number>,
  accountId: AccountId,
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const underWay = downloads.get(accountId) ?? 0
  if (underWay >= downloadsOfAccountMax) throw tooMany()
  downloads.set(accountId, underWay + 1)
  try {
    yield* pieces
  } finally {
    const left = (downloads.get(accountId) ?? 1) - 1
    if (left === 0) downloads.delete(accountId)
    else downloads.set(accountId, left)
  }
}

async function untilAborted<T>(done: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([done, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function tooMany(): Refused {
  return new Refused('too_many_requests', { details: { seconds: againS } })
}
