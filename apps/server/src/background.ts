import { repeat } from '@gridloom/async/repeat'
import type { Container } from './container.ts'
import { features, subscribers } from './features.ts'
import { startEventDelivery } from './platform/business-events/start-event-delivery.ts'
import { startMailSender } from './platform/mail/start-mail-sender.ts'
import { watchAlive } from './platform/outages/watch-alive.ts'

/**
 * Starts the loops of the features, the delivery of business events, the sending of emails and the record of outages. Every replica runs all
 * of them; rows that another replica has locked are skipped.
 */
export function startBackground(container: Container): AsyncDisposable {
  const { clock, config, system, log, mail } = container
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, container.stopping])
  const started = features.flatMap(({ start }) => start?.(system) ?? [])
  const loops = features.flatMap(({ loops = [] }) =>
    loops.map(({ name, everyMs, run }) =>
      repeat({
        clock,
        everyMs,
        signal,
        work: async () => void (await run(system, signal)),
        failed: (error) =>
          log.error(
            { event: 'loop.failed', err: error, loop: name },
            'a loop failed; its next turn comes',
          ),
      }),
    ),
  )
  const alive = watchAlive(system, signal)
  const delivery = startEventDelivery(system, subscribers)
  const sender = startMailSender({ ...system, mail, mailFrom: config.mail.from })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const one of started) await one[Symbol.asyncDispose]()
      await delivery[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
      await Promise.all([...loops, alive])
    },
  }
}
