import { repeat } from '@gridloom/async/repeat'
import type { AppCtx } from './app-ctx.ts'
import type { Container } from './container.ts'
import { features } from './features.ts'
import type { Feature } from './platform/feature.ts'
import { startMailSender } from './platform/mail/start-mail-sender.ts'

/**
 * Starts what features do by themselves, and sending email. Every replica does all of it; rows that another replica
 * holds are passed over.
 */
export function startBackground(container: Container): AsyncDisposable {
  const { clock, config, system, log, mail } = container
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, container.stopping])
  const list: readonly Feature<AppCtx>[] = features
  const started = list.flatMap(({ start }) => start?.(system) ?? [])
  const loops = list.flatMap(({ loops = [] }) =>
    loops.map(({ name, everyMs, run }) =>
      repeat({
        clock,
        everyMs,
        signal,
        work: async () => void (await run(system, signal)),
        failed: (error) =>
          log.error({ err: error, loop: name }, 'a loop failed; its next turn comes'),
      }),
    ),
  )
  const sender = startMailSender({ ...system, mail, mailFrom: config.mail.from })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const one of started) await one[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
      await Promise.all(loops)
    },
  }
}
