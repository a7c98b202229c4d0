import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import { mayStillAct } from '../../keys/index.ts'
import type { Payer } from '../payer.ts'

/** The watch over the payer of one answer under way. */
export interface WatchedPayer {
  /** Aborts with the caller's signal, and with Refused `unauthorized` once the payer loses access. */
  readonly signal: AbortSignal
  end(): void
}

/** Stops answers whose API key is revoked, or whose user is suspended or has left. */
export interface RevocationWatch extends Disposable {
  watch(payer: Payer, signal: AbortSignal): WatchedPayer
}

interface RevocationWatchOptions extends Pick<Ctx, 'db' | 'clock' | 'log'> {
  readonly changes: Pick<Changes, 'subscribe'>
}

interface Watched {
  readonly payer: Payer
  readonly stop: AbortController
}

/**
 * Creates the watch. It checks the payers of answers under way when a change names their user, so that an answer itself
 * queries no database.
 */
export function createRevocationWatch({
  db,
  clock,
  log,
  changes,
}: RevocationWatchOptions): RevocationWatch {
  const watched = new Map<AccountId, Set<Watched>>()

  async function mayContinue({ accountId, keyId, userId = accountId }: Payer): Promise<boolean> {
    try {
      return await mayStillAct({ db, clock }, { accountId, keyId, userId })
    } catch (error) {
      log.warn(
        { event: 'payer.check_failed', err: error },
        'payer access could not be checked; their answers are stopped',
      )
      return false
    }
  }

  /** Makes one check for all answers of the same payer. */
  async function checkPayer(answers: readonly Watched[]): Promise<void> {
    const [first] = answers
    if (first === undefined || (await mayContinue(first.payer))) return
    for (const { stop } of answers) stop.abort(new Refused('unauthorized'))
  }

  const unsubscribe = changes.subscribe(({ topic, accountId }) => {
    if (accountId === null || (topic !== 'session' && topic !== 'account')) return
    const ofUser = watched.get(accountId) ?? []
    const byPayer = Map.groupBy(ofUser, ({ payer }) => `${payer.accountId}:${payer.keyId}`)
    for (const answers of byPayer.values()) void checkPayer(answers)
  })

  return {
    watch(payer, signal) {
      const { accountId, userId = accountId } = payer
      const answer = { payer, stop: new AbortController() }
      const leave = () => answer.stop.abort(signal.reason)
      const ofUser = watched.get(userId) ?? new Set<Watched>()
      watched.set(userId, ofUser.add(answer))
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      return {
        signal: answer.stop.signal,
        end() {
          signal.removeEventListener('abort', leave)
          ofUser.delete(answer)
          if (ofUser.size === 0 && watched.get(userId) === ofUser) watched.delete(userId)
        },
      }
    },
    [Symbol.dispose]: unsubscribe,
  }
}
