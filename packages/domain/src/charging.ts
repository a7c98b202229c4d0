import type { ChargingCause } from '@gridloom/contract/instances/instance'

/** Metered time between two reports of an instance whose charging had not started at the first one. */
export interface StartUse {
  /** Seconds that it ran, and the part of these in which its readiness check had passed. */
  readonly runningS: number
  readonly readyS: number
  readonly stoppedS: number
  /** Seconds from the first of the two reports until its renter entered it; `null`: not entered. */
  readonly enteredAfterS: number | null
  /** Seconds left of its free start. */
  readonly freeLeftS: number
}

/** The free and the charged part of that time, and the event that started the charging, if any. */
export interface StartCharge {
  readonly freeS: number
  readonly runningS: number
  readonly stoppedS: number
  readonly began: ChargingCause | null
}

/**
 * Decides which of an instance's first seconds are free: those before it is ready, before its renter enters it, and
 * within its free start, whichever ends first. Time with a stopped disk uses up the free start too. Once charging has
 * started this is no longer called: every second that it runs is charged.
 */
export function chargeStart(use: StartUse): StartCharge {
  const entersS = use.enteredAfterS ?? Number.POSITIVE_INFINITY
  const freeRunningS = Math.min(use.runningS - use.readyS, use.freeLeftS, entersS)
  const freeStoppedS = Math.min(use.stoppedS, use.freeLeftS - freeRunningS)
  const charged = {
    runningS: use.runningS - freeRunningS,
    stoppedS: use.stoppedS - freeStoppedS,
  }
  return { freeS: freeRunningS + freeStoppedS, ...charged, began: causeOf(use, charged) }
}

function causeOf(
  use: StartUse,
  charged: Pick<StartCharge, 'runningS' | 'stoppedS'>,
): ChargingCause | null {
  if (use.enteredAfterS !== null) return 'entered'
  if (use.readyS > 0) return 'ready'
  return charged.runningS + charged.stoppedS > 0 ? 'free_start_used' : null
}
