import type { Announcement } from '@gridloom/contract/system/announcement'
import type { NewAnnouncement } from '../api/announce.ts'

/** The form of an announcement as it is filled in; moments as date fields have them, in the reader's zone. */
export interface AnnounceDraft {
  level: Announcement['level']
  text: string
  /** Leave empty to publish immediately. */
  starts: string
  /** Empty: until it is withdrawn. */
  ends: string
  mail: boolean
}

export const firstDraft: AnnounceDraft = {
  level: 'info',
  text: '',
  starts: '',
  ends: '',
  mail: false,
}

/** What is wrong with the form, field by field. */
export function problemsIn({ text, starts, ends }: AnnounceDraft, nowMs: number) {
  const fromMs = starts === '' ? nowMs : Math.max(nowMs, Date.parse(starts))
  return {
    text: text.trim() ? null : 'Text is required',
    starts: starts !== '' && Number.isNaN(Date.parse(starts)) ? 'Choose a time' : null,
    ends: ends !== '' && !(Date.parse(ends) > fromMs) ? 'Choose a later end' : null,
  }
}

/** The form as the contract wants it. */
export function readDraft({ level, text, starts, ends, mail }: AnnounceDraft): NewAnnouncement {
  return {
    level,
    text: text.trim(),
    mail,
    ...(starts === '' ? {} : { starts_at: isoOf(starts) }),
    ends_at: ends === '' ? null : isoOf(ends),
  }
}

function isoOf(local: string): string {
  return new Date(local).toISOString()
}
