import { repeat } from '@gridloom/async/repeat'
import type { Container } from './container.ts'
import { expireDisks, handleMessage, loseSilent } from './features/instances/index.ts'
import {
  handleMachineMessage,
  noteHours,
  notifyOffline,
  recordViolation,
  sweepSilentMachines,
} from './features/machines/index.ts'
import { carryAnnouncements } from './features/operator/index.ts'
import { startRendering, sweepVerification } from './features/rendering/index.ts'
import { startMailSender } from './platform/mail/start-mail-sender.ts'

/** How often silence is looked for: the rest of the 30 s promise is the heartbeats' own five. */
const silenceEveryMs = 2_000
const expiryEveryMs = 60_000
/** An hour's end is noted to this. */
const hoursEveryMs = 10_000
/** Comparisons that no machine can make any more are settled to this. */
const verificationEveryMs = 10_000
/** Announcements begin and end to this. */
const announcementsEveryMs = 5_000

/**
 * What the server does by itself: takes in what machines say (of themselves first, then of their instances and of
 * what they render, in order for each machine), gives out frames, notices silence and ends, carries announcements out, and sends letters. Every replica does it; rows another one holds are
 * passed over.
 */
export function startBackground(container: Container): AsyncDisposable {
  const { agents, clock, config, system, log, mail } = container
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, container.stopping])
  const scheduler = startRendering(system)
  const unsubscribe = [
    agents.subscribe((event) => handleMachineMessage(system, event)),
    agents.subscribe((event) => handleMessage(system, event)),
    agents.subscribe(scheduler.hear),
    agents.onViolation((machineId, violation) => recordViolation(system, machineId, violation)),
  ]
  const failed = (error: unknown) => log.error({ err: error }, 'a sweep failed; the next one comes')
  const loops = [
    repeat({ clock, everyMs: silenceEveryMs, signal, work: () => sweepSilence(container), failed }),
    repeat({
      clock,
      everyMs: expiryEveryMs,
      signal,
      work: async () => void (await expireDisks(system)),
      failed,
    }),
    repeat({ clock, everyMs: hoursEveryMs, signal, work: () => noteHours(system), failed }),
    repeat({ clock, everyMs: expiryEveryMs, signal, work: () => notifyOffline(system), failed }),
    repeat({
      clock,
      everyMs: verificationEveryMs,
      signal,
      work: () => sweepVerification(system),
      failed,
    }),
    repeat({
      clock,
      everyMs: announcementsEveryMs,
      signal,
      work: () => carryAnnouncements(system, signal),
      failed,
    }),
  ]
  const sender = startMailSender({ ...system, mail, mailFrom: config.mail.from })
  return {
    async [Symbol.asyncDispose]() {
      for (const end of unsubscribe) end()
      stop.abort()
      await scheduler[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
      await Promise.all(loops)
    },
  }
}

async function sweepSilence({ system }: Container): Promise<void> {
  await sweepSilentMachines(system)
  await loseSilent(system)
}
