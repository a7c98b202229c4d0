import { budgetWarningPercent, interruptionNoticeS } from '@gridloom/contract/core/constants'
import { StartBlocker, StopCause } from '@gridloom/contract/instances/automation'
import { ChargingCause, ReasonCode } from '@gridloom/contract/instances/instance'
import { assertNever } from '@gridloom/domain/assert-never'
import { chargingReason } from '@gridloom/domain/charging-words'
import { blockerSentences } from '../blocker-sentences.ts'
import { reasonSentences } from '../machine-reason.ts'
import type { NamedEvent } from './events-store.ts'

type TextFacts = Pick<NamedEvent, 'kind' | 'cause' | 'exit_code' | 'folded'>

/** Returns an event as one or two sentences, without its actor. */
export function eventText(event: TextFacts): string {
  const { kind } = event
  switch (kind) {
    case 'ordered':
      return 'Ordered.'
    case 'image_pulled':
      return 'The image was pulled.'
    case 'started':
      return 'The container started.'
    case 'ready':
      return 'Ready.'
    case 'charging_started':
      return chargingText(event)
    case 'entered':
      return 'Entered for the first time.'
    case 'start_requested':
      return 'Start requested.'
    case 'restart_requested':
      return 'Restart requested.'
    case 'stop_requested':
      return withReason('Stop requested.', event)
    case 'stopped':
      return withReason('Stopped.', event)
    case 'stop_overdue':
      return 'The machine did not stop it in time. It is no longer billed.'
    case 'failed':
      return withReason('Failed.', event)
    case 'lost':
      return 'The machine went offline. It is not billed while offline.'
    case 'back':
      return 'The machine is back online.'
    case 'automation_changed':
      return 'Automation changed.'
    case 'budget_low':
      return `${budgetWarningPercent} % of the budget is used.`
    case 'stop_announced':
      return announcedText(event)
    case 'interrupting':
      return `Its slots are needed for another instance. It is stopped in ${interruptionNoticeS} s.`
    case 'start_blocked':
      return blockedText(event)
    case 'destroy_requested':
      return withReason('Destruction requested.', event)
    case 'destroyed':
      return 'Destroyed with its disk.'
    case 'folded':
      return `${event.folded ?? 0} earlier events, no longer listed.`
    default:
      return assertNever(kind)
  }
}

function chargingText({ cause }: TextFacts): string {
  const parsed = ChargingCause.safeParse(cause)
  return parsed.success
    ? `Charging started, as ${chargingReason(parsed.data)}.`
    : 'Charging started.'
}

/** The rule is still to stop it, so that the sentences of reasons, in the past, do not fit. */
function announcedText({ cause }: TextFacts): string {
  const parsed = StopCause.safeParse(cause)
  return parsed.success
    ? `${announcements[parsed.data]} It is stopped within 5 minutes unless you postpone it.`
    : 'It is stopped within 5 minutes.'
}

const announcements: Readonly<Record<StopCause, string>> = {
  stop_time_reached: 'Its stop time is near.',
  run_time_reached: 'It has run almost as long as it was set to.',
  idle: 'It is idle, and nobody is connected.',
  stopped_by_schedule: 'The stop of its schedule is near.',
}

function blockedText({ cause }: TextFacts): string {
  const parsed = StartBlocker.safeParse(cause)
  const why = parsed.success ? ` ${blockerSentences[parsed.data]}` : ''
  return `The scheduled start was not possible.${why} It is tried again for a while.`
}

/** The reason that repeats what the event says already. */
const said: ReadonlySet<string | null> = new Set(['stopped_by_renter', 'restarted_by_renter'])

function withReason(text: string, { cause, exit_code }: TextFacts): string {
  const parsed = ReasonCode.safeParse(cause)
  if (!parsed.success || said.has(parsed.data)) return text
  const code = exit_code === null ? '' : ` Exit code ${exit_code}.`
  return `${text} ${reasonSentences[parsed.data]}${code}`
}
