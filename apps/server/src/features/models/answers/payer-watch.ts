import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import { mayStillAct } from '../../identity/index.ts'
import type { Payer } from '../payer.ts'

/** Somebody for whom something is made. */
export interface Staying {
  /** Aborts with the signal that it was made of, and with Refused `unauthorized` once the payer may ask no more. */
  readonly signal: AbortSignal
  over(): void
}

/** Ends what is made for those whose key is revoked, and who are suspended or gone. */
export interface PayerWatch extends Disposable {
  stay(payer: Payer, signal: AbortSignal): Staying
}

interface Options extends Pick<Ctx, 'db' | 'clock' | 'log'> {
  readonly changes: Pick<Changes, 'subscribe'>
}

interface Stay {
  readonly payer: Payer
  readonly stop: AbortController
}

/** Looks at the payers of answers under way when a change names their person: an answer itself asks no database. */
export function createPayerWatch({ db, clock, log, changes }: Options): PayerWatch {
  const stays = new Map<AccountId, Set<Stay>>()

  async function mayStay({ accountId, keyId, personId = accountId }: Payer): Promise<boolean> {
    try {
      return await mayStillAct({ db, clock }, { accountId, keyId, personId })
    } catch (error) {
      log.warn({ err: error }, 'a payer could not be looked at: what is made for them ends')
      return false
    }
  }

  /** One look for all that is made for the same payer. */
  async function look(alike: readonly Stay[]): Promise<void> {
    const [first] = alike
    if (first === undefined || (await mayStay(first.payer))) return
    for (const { stop } of alike) stop.abort(new Refused('unauthorized'))
  }

  const unsubscribe = changes.subscribe(({ topic, accountId }) => {
    if (accountId === null || (topic !== 'session' && topic !== 'account')) return
    const ofPerson = stays.get(accountId) ?? []
    const alike = Map.groupBy(ofPerson, ({ payer }) => `${payer.accountId}:${payer.keyId}`)
    for (const some of alike.values()) void look(some)
  })

  return {
    stay(payer, signal) {
      const { accountId, personId = accountId } = payer
      const stay = { payer, stop: new AbortController() }
      const leave = () => stay.stop.abort(signal.reason)
      const ofPerson = stays.get(personId) ?? new Set<Stay>()
      stays.set(personId, ofPerson.add(stay))
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      return {
        signal: stay.stop.signal,
        over() {
          signal.removeEventListener('abort', leave)
          ofPerson.delete(stay)
          if (ofPerson.size === 0 && stays.get(personId) === ofPerson) stays.delete(personId)
        },
      }
    },
    [Symbol.dispose]: unsubscribe,
  }
}
