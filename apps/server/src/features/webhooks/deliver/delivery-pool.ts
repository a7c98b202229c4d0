import type { AccountId, WebhookDeliveryId, WebhookId } from '@gridloom/contract/core/ids'
import type { WebhooksCtx } from '../ctx.ts'
import { type ClaimedDelivery, claimDeliveries, settleDelivery } from '../deliveries-store.ts'
import { leaseMs, makeAttempt } from './make-attempt.ts'
import { isBeyondSchedule } from './schedule.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Attempts in progress on one replica: together, for one account, for one webhook. */
const limits = { all: 64, account: 8, webhook: 4 } as const

interface InProgress extends Pick<ClaimedDelivery, 'webhook_id' | 'account_id'> {
  done: Promise<void>
}

/**
 * Sends due deliveries, several at a time. A receiver that stalls delays its own webhook, and never those of other
 * accounts. Any number of replicas may do this concurrently. What can go wrong, and what it costs:
 * - a receiver fails: its delivery waits for the next attempt of the schedule;
 * - the sender crashes with a claimed delivery: another claims it when the lease ends;
 * - it crashes between the response and the commit: the event is **sent twice**, both with one `webhook-id`.
 */
export class DeliveryPool {
  readonly #ctx: WebhooksCtx
  readonly #stop = new AbortController()
  readonly #inProgress = new Map<WebhookDeliveryId, InProgress>()
  /** Called when an attempt has ended, as another may now be due. */
  readonly #onFree: () => void

  constructor(ctx: WebhooksCtx, onFree: () => void) {
    this.#ctx = ctx
    this.#onFree = onFree
  }

  /** Starts attempts of what is due until nothing is, or as many are in progress as may be. */
  async fill(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#inProgress.size < limits.all) {
      const lease = this.#ctx.ids.secret()
      const claimed = await this.#claim(lease)
      if (claimed.length === 0) return
      for (const delivery of claimed) this.#start(delivery, lease)
    }
  }

  /** Interrupts the attempts in progress, which are made again at the next start or by another replica. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.settled()
  }

  /** Waits for the attempts in progress. */
  async settled(): Promise<void> {
    await Promise.all([...this.#inProgress.values()].map(({ done }) => done))
  }

  async #claim(lease: string): Promise<ClaimedDelivery[]> {
    const now = this.#ctx.clock.now()
    const inProgress = [...this.#inProgress.values()]
    return this.#ctx.transact((tx) =>
      claimDeliveries(tx, {
        lease,
        now,
        until: new Date(now.getTime() + leaseMs),
        most: limits.all - inProgress.length,
        busyWebhooks: busyOf<WebhookId>(
          inProgress.map((one) => one.webhook_id),
          limits.webhook,
        ),
        busyAccounts: busyOf<AccountId>(
          inProgress.map((one) => one.account_id),
          limits.account,
        ),
      }),
    )
  }

  #start(delivery: ClaimedDelivery, lease: string): void {
    const { id, webhook_id, account_id } = delivery
    const done = this.#send(delivery, lease)
      .catch((error: unknown) =>
        // @NOTE its lease ends, and it is claimed again.
        this.#ctx.log.error(
          { event: 'webhook.attempt_failed', err: error, delivery: id },
          'an attempt could not be stored',
        ),
      )
      .finally(() => {
        this.#inProgress.delete(id)
        this.#onFree()
      })
    this.#inProgress.set(id, { webhook_id, account_id, done })
  }

  async #send(delivery: ClaimedDelivery, lease: string): Promise<void> {
    const ctx = this.#ctx
    if (isBeyondSchedule(delivery)) return settleAttempt(ctx, delivery, interrupted(ctx, lease))
    const attempt = await makeAttempt(ctx, delivery, this.#stop.signal)
    if (this.#stop.signal.aborted && attempt.failure !== null) return this.#putBack(delivery, lease)
    await settleAttempt(ctx, delivery, { ...attempt, lease })
  }

  /** Returns an interrupted delivery to the queue as if the attempt had not been made. */
  async #putBack({ id, step, attempts }: ClaimedDelivery, lease: string): Promise<void> {
    const { clock, transact } = this.#ctx
    const before = { step: step - 1, attempts: attempts - 1, next_try_at: clock.now() }
    await transact((tx) => settleDelivery(tx, { id, lease }, before))
  }
}

function interrupted({ clock }: Pick<WebhooksCtx, 'clock'>, lease: string) {
  const failure = 'interrupted' as const
  return {
    at: clock.now(),
    duration_ms: 0,
    status: null,
    failure,
    responseStart: '',
    retryAfterMs: null,
    lease,
  }
}

/** Returns those that occur at least so often. */
function busyOf<Id extends string>(ids: readonly Id[], most: number): Id[] {
  const counts = Map.groupBy(ids, (id) => id)
  return [...counts].filter(([, all]) => all.length >= most).map(([id]) => id)
}
