import type { OperatorAnnouncement } from '@gridloom/contract/operator/announcement'
import type { Tone } from '../../../ui/components/status-badge.tsx'

const states: Record<OperatorAnnouncement['state'], { tone: Tone; word: string }> = {
  scheduled: { tone: 'busy', word: 'Scheduled' },
  now: { tone: 'good', word: 'Shown now' },
  ended: { tone: 'idle', word: 'Ended' },
  withdrawn: { tone: 'idle', word: 'Withdrawn' },
}

/** Returns the state of an announcement, as a word with its tone. */
export function announcementState(state: OperatorAnnouncement['state']) {
  return states[state]
}

/** Whether an announcement is sent by email, as text. */
export const mailWords: Readonly<Record<OperatorAnnouncement['mail'], string>> = {
  none: 'No',
  waiting: 'Pending',
  sent: 'Sent',
}
