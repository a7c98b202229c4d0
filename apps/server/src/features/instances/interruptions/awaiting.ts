import type { InstanceRow } from '../schema.ts'

export const awaitingText =
  'Starts when an interruptible instance has stopped, within about 30 s. Nothing is charged until then.'

/** The columns of an instance whose slots others still run on. */
export const awaitingColumns = {
  awaits_slots: true,
  slots_ready_at: null,
  reason: JSON.stringify({ code: 'awaiting_slots', text: awaitingText, exit_code: null }),
} as const

/** Whether its machine must not receive its spec: on a slot runs one instance at a time. */
export function mustWait({ awaits_slots: awaits, desired }: InstanceRow): boolean {
  return awaits && desired === 'running'
}
