import type { Clock } from '@gridloom/async/clock'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { createCounts } from '../../platform/counts.ts'
import type { Log } from '../../platform/log.ts'
import type {
  AccessChange,
  AccessControl,
  Admission,
  AdmissionQuestion,
  Admitted,
} from './admission.ts'
import type { Admissions } from './admissions.ts'

/** Requests and sockets that are open: each ends within a second after its admission does. */
export interface OpenExchanges {
  /**
   * Counts an exchange until the returned function is called. `end` is called where its admission ends before.
   * @throws Refused `too_many_requests` where the account has too many open
   */
  enter(of: { question: AdmissionQuestion; admitted: Admitted }, end: () => void): () => void
  size(): number
  [Symbol.dispose](): void
}

interface OpenExchangesOptions {
  readonly access: Pick<AccessControl, 'subscribe' | 'used'>
  readonly admissions: Admissions
  readonly clock: Clock
  readonly log: Log
  readonly perAccountMax: number
}

/** Exchanges of the same visitor at the same address, which one question decides about. */
interface Group {
  readonly question: AdmissionQuestion
  admitted: Admitted
  readonly ends: Set<() => void>
}

const sweepEveryMs = 250
/** Also without any change, in case one was missed: a key that expires has none. */
const askEveryMs = 15_000
/** Of the instances that are used: somebody is connected to them. */
const reportEveryMs = 20_000

/** Creates the list. Changes are told by the control plane; a time limit ends without one. */
export function createOpenExchanges(options: OpenExchangesOptions): OpenExchanges {
  const { access, admissions, clock, log, perAccountMax } = options
  const groups = new Map<string, Group>()
  const perAccount = createCounts()
  const used = new Set<InstanceId>()

  function endAll(key: string, group: Group): void {
    groups.delete(key)
    for (const end of [...group.ends]) end()
  }

  async function look(key: string, group: Group): Promise<void> {
    const now = await admissions.askAgain(group.question).catch((error: unknown) => {
      // @NOTE a control plane that restarts ends no exchange: the question is asked again.
      log.warn({ event: 'port_access.check_failed', err: error }, 'an admission was not checked')
      return undefined
    })
    if (now === undefined || groups.get(key) !== group) return
    if (isSame(now, group.admitted)) group.admitted = now
    else endAll(key, group)
  }

  function handle(change: AccessChange): void {
    admissions.forget(change)
    for (const [key, group] of groups)
      if ('everything' in change || group.admitted.subjects.includes(change.subject))
        void look(key, group)
  }

  function sweep(): void {
    const nowMs = clock.now().getTime()
    for (const [key, group] of groups) {
      const { untilMs } = group.admitted
      if (untilMs !== null && untilMs <= nowMs) endAll(key, group)
    }
  }

  function reportUsed(): void {
    for (const { admitted } of groups.values()) used.add(admitted.instanceId)
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    access.used(ids).catch((error: unknown) =>
      // @NOTE those that are still open are told the next time.
      log.warn({ event: 'port_access.tell_failed', err: error }, 'the use of ports was not told'),
    )
  }

  const unsubscribe = access.subscribe(handle)
  const stopReporting = clock.every(reportEveryMs, reportUsed)
  const stopSweeping = clock.every(sweepEveryMs, sweep)
  const stopAsking = clock.every(askEveryMs, () => {
    for (const [key, group] of groups) void look(key, group)
  })

  return {
    enter({ question, admitted }, end) {
      const { accountId, instanceId } = admitted
      if (perAccount.of(accountId) >= perAccountMax)
        throw new Refused('too_many_requests', { details: { seconds: 1 } })
      const key = JSON.stringify([question.label, question.cookies, question.token])
      const group = groups.get(key) ?? { question, admitted, ends: new Set() }
      groups.set(key, group)
      group.ends.add(end)
      used.add(instanceId)
      perAccount.add(accountId, 1)
      return () => {
        if (!group.ends.delete(end)) return
        perAccount.add(accountId, -1)
        if (group.ends.size === 0 && groups.get(key) === group) groups.delete(key)
      }
    },
    size: () => [...groups.values()].reduce((sum, { ends }) => sum + ends.size, 0),
    [Symbol.dispose]() {
      unsubscribe()
      stopReporting()
      stopSweeping()
      stopAsking()
      for (const [key, group] of groups) endAll(key, group)
    },
  }
}

/** Whether an admission is still for the same visitor and the same port of the same instance. */
function isSame(now: Admission, before: Admitted): now is Admitted {
  return (
    now.kind === 'admitted' &&
    now.accessKey === before.accessKey &&
    now.instanceId === before.instanceId &&
    now.machineId === before.machineId
  )
}
