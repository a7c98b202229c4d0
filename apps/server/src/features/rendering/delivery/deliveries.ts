import type { Clock } from '@gridloom/async/clock'
import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { createAtOnce } from '../../../platform/at-once.ts'
import type { StoredVideo } from './kept-video.ts'
import { createBytePace } from './pace.ts'

/** A request for a video. */
export interface VideoRequest {
  /** The key of the video's content: equal requests share one encoding. */
  key: string
  accountId: AccountId
  /** Aborts when the caller leaves. */
  signal: AbortSignal
  /** Encodes the video; its signal aborts once no caller waits any more. */
  make(signal: AbortSignal): Promise<StoredVideo>
}

/** `download` (the default): a zip or a video. `picture`: one frame, of which a page shows many. */
export type DeliveryKind = 'download' | 'picture'

/** The downloads of this process, limited in number and rate for each account. */
export interface Deliveries {
  /**
   * Returns the video, encoded once for all callers that request it meanwhile, and one at a time per account. The
   * encoding is cancelled when no caller waits any more. @throws Refused `too_many_requests` where the account has too
   * many under way
   */
  video(asked: VideoRequest): Promise<StoredVideo>
  /**
   * Streams bytes to a caller, no faster than the account's share. Reading the first of them throws Refused
   * `too_many_requests` where the account has too many downloads under way.
   */
  bytes(
    accountId: AccountId,
    pieces: AsyncIterable<Uint8Array>,
    what?: DeliveryKind,
  ): AsyncIterable<Uint8Array>
}

/** Videos encoded at once, in all and per account; each is a process that uses two cores. */
const videosAtOnce = 2
const videosOfAccountAtOnce = 1
/** Videos of one account that are being encoded or wait. */
const videosOfAccountMax = 3
/** Downloads of one account under way. */
const deliveriesOfAccountMax = { download: 12, picture: 128 } as const satisfies Record<
  DeliveryKind,
  number
>
/** The rate for one account, over all its downloads: half of a gigabit link. */
export const bytesPerSMax = 64 * 1024 * 1024
/** Seconds after which a refused caller may retry. */
const againS = 60

interface Making {
  accountId: AccountId
  done: Promise<StoredVideo>
  stop: AbortController
  waiting: number
}

export function createDeliveries({ clock }: { clock: Clock }): Deliveries {
  const videos = new Map<string, Making>()
  const ofAccounts = createKeyedLimiter({ atOnce: videosOfAccountAtOnce })
  const ofAll = createKeyedLimiter({ atOnce: videosAtOnce })
  const pace = createBytePace({ clock, bytesPerS: bytesPerSMax })
  const placesFor = (what: DeliveryKind) =>
    createAtOnce({ perKey: deliveriesOfAccountMax[what], retryAfterS: againS })
  const places = { download: placesFor('download'), picture: placesFor('picture') }

  function begin({ key, accountId, make }: VideoRequest): Making {
    const own = [...videos.values()].filter((making) => making.accountId === accountId)
    if (own.length >= videosOfAccountMax) throw tooMany()
    const stop = new AbortController()
    const done = ofAccounts.run(accountId, () =>
      ofAll.run('videos', async () => {
        stop.signal.throwIfAborted()
        return make(stop.signal)
      }),
    )
    const making = { accountId, done, stop, waiting: 0 }
    videos.set(key, making)
    const forget = () => {
      if (videos.get(key) === making) videos.delete(key)
    }
    // @NOTE each waiting caller gets the failure.
    done.then(forget, forget)
    return making
  }

  return {
    async video(asked) {
      const { key, signal } = asked
      signal.throwIfAborted()
      const making = videos.get(key) ?? begin(asked)
      making.waiting += 1
      try {
        return await untilAborted(making.done, signal)
      } finally {
        making.waiting -= 1
        if (making.waiting === 0) {
          making.stop.abort()
          // An ended encoding may already have been followed by another with its key.
          if (videos.get(key) === making) videos.delete(key)
        }
      }
    },
    // Counted from the first byte on: a download that is never read takes no slot.
    async *bytes(accountId, pieces, what = 'download') {
      using _place = places[what].enter(accountId)
      try {
        for await (const bytes of pieces) {
          yield bytes
          await pace.after(accountId, bytes.length)
        }
      } finally {
        pace.tidy()
      }
    },
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
