import type { Announcement } from '@gridloom/contract/system/announcement'
import type { NewAnnouncement } from '../api/announce.ts'

/** The form of an announcement as typed; times in the format of date fields, in the user's time zone. */
export interface AnnounceDraft {
  level: Announcement['level']
  text: string
  /** Empty: published at once. */
  starts: string
  /** Empty: until it is withdrawn. */
  ends: string
  mail: boolean
}

export const newAnnounceDraft: AnnounceDraft = {
  level: 'info',
  text: '',
  starts: '',
  ends: '',
  mail: false,
}

/** Returns the problems by field. */
export function announcementProblems({ text, starts, ends }: AnnounceDraft, nowMs: number) {
  const fromMs = starts === '' ? nowMs : Math.max(nowMs, Date.parse(starts))
  return {
    text: text.trim() ? null : 'Text is required',
    starts: starts !== '' && Number.isNaN(Date.parse(starts)) ? 'Choose a time' : null,
    ends: ends !== '' && !(Date.parse(ends) > fromMs) ? 'Choose an end after the start' : null,
  }
}

/** Converts the form to the contract's shape. */
export function readAnnouncementDraft({
  level,
  text,
  starts,
  ends,
  mail,
}: AnnounceDraft): NewAnnouncement {
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
