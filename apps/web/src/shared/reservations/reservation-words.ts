import type {
  MachineReservation,
  Reservation,
  ReservationEnd,
  ReservationEndCause,
} from '@gridloom/contract/reservations/reservation'
import { reservationDayMs } from '@gridloom/domain/reservations'
import type { Tone } from '../../ui/components/status-badge.tsx'

const causes: Readonly<Record<ReservationEndCause, string>> = {
  expired: 'Ended',
  cancelled: 'Ended early',
  machine_offline: 'Machine offline for 72 h',
  machine_removed: 'Machine removed',
}

/** The state of a reservation, as a badge. */
export function reservationStatus({ end_cause: cause }: Pick<MachineReservation, 'end_cause'>): {
  tone: Tone
  word: string
} {
  if (cause === null) return { tone: 'good', word: 'Active' }
  return { tone: cause === 'machine_offline' ? 'bad' : 'idle', word: causes[cause] }
}

/** How many of its slots instances use now, as a badge. */
export function usageStatus({
  slots,
  slots_used: used,
  machine_status: machine,
}: Pick<Reservation, 'slots' | 'slots_used' | 'machine_status'>): { tone: Tone; word: string } {
  if (machine !== 'online') return { tone: 'bad', word: 'Machine offline' }
  if (used === 0) return { tone: 'warn', word: 'Unused' }
  return { tone: 'good', word: used === slots ? 'In use' : `${used} of ${slots} in use` }
}

export const endWords: Readonly<Record<ReservationEnd, string>> = {
  stop: 'Instances stop',
  continue: 'Instances continue on demand',
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

export function slotsText(slots: number): string {
  return slots === 1 ? '1 slot' : `${slots} slots`
}

/** The days that a reservation has left, the last one as a whole. */
export function daysLeft({ ends_at }: Pick<MachineReservation, 'ends_at'>, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(ends_at) - nowMs) / reservationDayMs))
}
